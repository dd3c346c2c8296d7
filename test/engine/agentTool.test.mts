import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { textMePackage } from './harness/textMePackage.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();

const TOOL = 'n8n-nodes-textme.textMeTool';

const asTool = (parameters: INodeParameters, options: SandboxRun = {}) =>
	fixture.run(parameters, { type: TOOL, ...options });

type Call = INodeParameters & { resource: string; operation: string };

const send = (values: INodeParameters = {}): Call => ({
	resource: 'sms',
	operation: 'send',
	source: 'TextMe',
	phones: '0501234567',
	message: 'Hello',
	...values,
});

/** The longest description OpenAI takes for a tool. */
const LONGEST_DESCRIPTION = 1024;

const GUARDED: Call[] = [
	send({ operation: 'sendBulk' }),
	{ resource: 'blocklist', operation: 'remove', phones: '0501234567', reason: 'Asked for it' },
	{
		resource: 'subAccount',
		operation: 'create',
		name: 'Haifa',
		username: 'branch-haifa',
		password: 'A-password-1',
		source: 'TextMe',
		credits: 5,
	},
	{ resource: 'subAccount', operation: 'topUp', username: 'demo-sub', amount: 1 },
	{ resource: 'apiToken', operation: 'create' },
	{ resource: 'custom', operation: 'call', root: 'balance' },
];

async function properties(name: string): Promise<INodeProperties[]> {
	const { nodeTypes } = await textMePackage();
	const { description } = nodeTypes.getByNameAndVersion('n8n-nodes-textme.textMe');
	return (description as { properties: INodeProperties[] }).properties.filter(
		(property) => property.name === name,
	);
}

/** Where a property is shown, e.g. `sms send`. */
const shownFor = ({ displayOptions }: INodeProperties, operation?: string): string => {
	const { resource, operation: shown } = displayOptions?.show as Record<string, string[]>;
	return `${resource?.[0]} ${operation ?? shown?.[0]}`;
};

test('every operation tells a model when to use it, what it costs and what comes back', async () => {
	const operations = (await properties('operation')).flatMap((property) =>
		(property.options as INodePropertyOptions[]).map(({ value }) =>
			shownFor(property, value as string),
		),
	);
	const texts = await properties('toolDescription');
	// n8n makes a tool of its own of sendAndWait, for people to review what a model is about to do.
	const others = operations.filter((name) => name !== 'sms sendAndWait');
	expect(texts.map((property) => shownFor(property)).sort()).toEqual(others.sort());
	for (const { default: text } of texts) {
		expect(text).toMatch(/^[A-Z].+\. .*(cost|charge|balance|Texts a link).+ Returns .+\.$/);
		expect((text as string).length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
	}
});

test('only what is bulk, moves money or goes against a wish has to be allowed', async () => {
	const guarded = GUARDED.map(({ resource, operation }) => `${resource} ${operation}`);
	const allowed = await properties('allowInTools');
	expect(allowed.map((property) => shownFor(property)).sort()).toEqual(
		[...guarded, 'sms send', 'voice send'].sort(),
	);
});

describe.each(
	GUARDED.map((parameters) => ({
		name: `${parameters.resource} ${parameters.operation}`,
		parameters,
	})),
)('$name', ({ parameters }) => {
	const reseller = () => ({ account: fixture.sandbox.reseller });

	test.each([undefined, false, 'true', '={{ true }}'])('is off with %s', async (allowInTools) => {
		const given = allowInTools === undefined ? parameters : { ...parameters, allowInTools };
		const { items, error } = await asTool(given, reseller());
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toStrictEqual([
			{
				error: expect.stringMatching(/^AI agents are not allowed to do this/) as string,
				whatToDo: expect.stringContaining("'Allow in AI Tools' in the node 'TextMe'") as string,
				outcome: 'rejected',
				retryable: false,
			},
		]);
		expect(fixture.sandbox.requests()).toStrictEqual([]);
	});

	test.each([
		['once it is allowed', () => asTool({ ...parameters, allowInTools: true }, reseller())],
		['without a model', () => fixture.run(parameters, reseller())],
	])('works %s', async (_, run) => {
		const { items, error } = await run();
		expect(error).toBeUndefined();
		expect(items[0]?.json).not.toHaveProperty('error');
	});
});

const NUMBERS = Array.from({ length: 11 }, (_, last) => `05011111${String(last).padStart(2, '0')}`);

test.each([
	['more than ten numbers', { phones: NUMBERS.join(', ') }],
	['contact lists', { sendTo: 'contactLists', contactLists: ['1'] }],
])('a text to %s has to be allowed', async (_, recipients) => {
	const { items } = await asTool(send(recipients));
	expect(items[0]?.json.error).toMatch(/^AI agents are not allowed/);
	expect(fixture.sandbox.requests()).toStrictEqual([]);
});

test('a text to ten numbers need not be allowed', async () => {
	const { items } = await asTool(send({ phones: NUMBERS.slice(1).join(', ') }));
	expect(items[0]?.json.recipients).toHaveLength(10);
});

describe('what a model gets', () => {
	const report = (options: INodeParameters) => ({
		resource: 'report',
		operation: 'getByDate',
		from: '2026-01-15T00:00:00',
		to: '2026-01-16T00:00:00',
		options,
	});

	test.each([
		['simplified', {}, ['externalId', 'shipmentId', 'phone', 'state', 'final', 'meaning', 'date']],
		['selected fields', { output: 'selected', outputFields: 'phone, state' }, ['phone', 'state']],
		['raw', { output: 'raw' }, ['status', 'message', 'transactions']],
	])('%s', async (_, options, fields) => {
		await fixture.run(send());
		await fixture.sandbox.advanceClock(60_000);
		const { items } = await asTool(report(options));
		expect(items.map(({ json }) => Object.keys(json))).toStrictEqual([fields]);
	});

	test('says so when there is nothing', async () => {
		const { items } = await asTool(report({}));
		expect(items.map(({ json }) => json)).toStrictEqual([
			{ results: 0, message: 'Nothing was found.' },
		]);
	});

	test('has no secret when the token is refused', async () => {
		const account = { username: 'demo', token: 'a-token-nobody-knows' };
		const { items } = await asTool(report({}), { account });
		expect(items[0]?.json).toMatchObject({ outcome: 'rejected', status: 3 });
		expect(JSON.stringify(items)).not.toContain(account.token);
	});
});

test('a tool that is to stop the workflow does', async () => {
	const { error } = await asTool(send({ phones: '12' }), { onError: 'stopWorkflow' });
	expect(error?.message).toContain("'Phone Numbers' is not a phone number");
});
