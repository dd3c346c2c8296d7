import type { INodeParameters } from 'n8n-workflow';
import { ask } from './harness/questions.mts';
import { textMePackage } from './harness/textMePackage.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();

const TOOL = 'n8n-nodes-textme.textMeTool';
const REVIEW = 'n8n-nodes-textme.textMeHitlTool';

const asTool = (parameters: INodeParameters, options: SandboxRun = {}) =>
	fixture.run(parameters, { type: TOOL, ...options });

type Call = INodeParameters & { resource: string; operation: string };

const callOf = (resource: string, operation: string, values: INodeParameters = {}): Call => ({
	resource,
	operation,
	...values,
});
const TO_ONE = { phones: '0501234567' };
const send = (values: INodeParameters = {}): Call =>
	callOf('sms', 'send', { source: 'TextMe', ...TO_ONE, message: 'Hello', ...values });

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** OpenAI's longest tool description. */
const LONGEST_DESCRIPTION = 1024;

test('describes each operation to a model in no more characters than it may have', async () => {
	const { nodeTypes } = await textMePackage();
	const { properties } = nodeTypes.getByNameAndVersion('n8n-nodes-textme.textMe').description;
	const lengths = properties
		.filter(({ name }) => name === 'toolDescription')
		.map(({ default: text }) => (text as string).length);
	expect(lengths.length).toBeGreaterThan(30);
	expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
});

const NUMBERS = Array.from({ length: 11 }, (_, last) => `05011111${String(last).padStart(2, '0')}`);

describe('Maximum Messages', () => {
	const texts = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ text: `Hello ${index}` }));
	const differing = send({ message: '={{ $json.text }}' });
	const most = (figure: number | string) => ({ limits: { mostMessages: { figure } } });
	const results = async (parameters: Call, options: SandboxRun = {}) => {
		const { items, error, run } = await asTool(parameters, options);
		expect(error).toBeUndefined();
		const passes = run.data.resultData.runData.TextMe ?? [];
		const all = options.passes ? passes.flatMap(({ data }) => data?.main?.[0] ?? []) : items;
		return all.map(({ json }) => (json.error === undefined ? 'done' : json));
	};
	const failures = (all: unknown[]) => all.filter((result) => result !== 'done');
	const sent = () => fixture.sandbox.messages().length;
	const calls = (count: number) => ({ passes: texts(count).map((text) => [text]) });

	test('is 10 in one execution, over all calls', async () => {
		const all = await results(differing, calls(12));
		expect(all.slice(0, 10)).toEqual(Array(10).fill('done'));
		expect(all.slice(10)).toEqual(
			Array(2).fill({
				error: "'Maximum Messages' is 10, and this run has 11, with the 10 of earlier calls",
				whatToDo:
					"Nothing was sent. Do not try again; tell the user that a person can raise 'Maximum Messages' under 'Limits' in the node 'TextMe'.",
				outcome: 'rejected',
				retryable: false,
			}),
		);
		expect(sent()).toBe(10);
	});

	test.each([
		[12, 12],
		['={{ 12 }}', 0],
		['12', 10],
	])('set to %s lets %i through', async (figure, count) => {
		await results({ ...differing, options: most(figure) }, calls(15));
		expect(sent()).toBe(count);
	});

	test.each([
		['eleven numbers', { phones: NUMBERS.join(', ') }, 0],
		['ten numbers', { phones: NUMBERS.slice(1).join(', ') }, 10],
		['a number eleven times', { phones: Array(11).fill('0501234567').join(', ') }, 1],
	])('counts people: %s', async (_, recipients, count) => {
		expect(failures(await results(send(recipients)))).toHaveLength(count === 0 ? 1 : 0);
		expect(sent()).toBe(count);
	});

	const phone = `={{ ${JSON.stringify(NUMBERS)}[$runIndex] }}`;
	const toOne = { source: 'TextMe', phone, phones: phone, message: 'Hi' };
	const raw = '={{ ({ source: "TextMe", destinations: { phone: $json.phone }, message: "Hi" }) }}';
	test.each<[Call]>([
		[callOf('voice', 'send', toOne)],
		[callOf('otp', 'send', toOne)],
		[callOf('sms', 'sendBulk', { ...toOne })],
		[callOf('custom', 'call', { root: 'sms', body: raw })],
	])('holds for %j', async (call) => {
		const passes = NUMBERS.map((phone) => [{ phone }]);
		const all = await results(call, { passes });
		expect(failures(all)).toMatchObject([
			{ error: expect.stringMatching(/^'Maximum Messages' is 10/) as string },
		]);
	});

	test('counts the people of a Raw Request', async () => {
		const destinations = { phone: NUMBERS.slice(1), cl_id: ['1'] };
		const body = { source: 'TextMe', destinations, message: 'Hi' };
		const call = { root: 'sms', body: JSON.stringify(body) };
		const [refused] = await results(callOf('custom', 'call', call));
		expect(refused).toMatchObject({
			error: expect.stringMatching(/^'Maximum Messages' is 10/) as string,
		});
		expect(fixture.sandbox.requests()).toStrictEqual([]);
	});
});

test('sends to a contact list that a person chose', async () => {
	await asTool(send({ sendTo: 'contactLists', contactLists: ['1'] }));
	expect(fixture.sandbox.requests()).toHaveLength(1);
});

const BY_MODEL = "={{ $fromAI('Value', ``, 'string') }}";
test.each<[string, Call]>([
	['Sender', send({ source: byId(BY_MODEL) })],
	['Sender', send({ source: byId('={{ $json.sender }}') })],
	['Sender', callOf('otp', 'send', { source: BY_MODEL, phone: '0501234567' })],
	[
		'Contact List Names or IDs',
		send({ sendTo: 'contactLists', contactLists: '={{ [$json.list] }}' }),
	],
	[
		'Contact List',
		callOf('contactList', 'addContacts', { contactList: byId(BY_MODEL), ...TO_ONE }),
	],
	['Contact List Name or ID', send({ operation: 'sendBulk', options: { contactList: BY_MODEL } })],
	['Reply To', callOf('sms', 'reply', { message: 'Hi', options: { replyTo: BY_MODEL } })],
	[
		'Reply From',
		callOf('sms', 'reply', { message: 'Hi', options: { replyFrom: '={{ $json.to }}' } }),
	],
])('lets no model choose %s', async (name, call) => {
	const { items } = await asTool(call);
	expect(items[0]?.json.error).toBe(`'${name}' is not for a model to choose`);
	expect(items[0]?.json.whatToDo).toContain("Choose it in the node 'TextMe'");
	expect(fixture.sandbox.requests()).toEqual([]);
});

test.each<[string, Call]>([
	['Phone Numbers', send({ phones: '={{ $json.phone }}' })],
	['Phone Numbers', send({ phones: '=0501234567, {{ $input.item.json.phone }}' })],
	[
		'Phone Numbers',
		callOf('voice', 'send', { source: 'TextMe', message: 'Hi', phones: '={{ $tool.name }}' }),
	],
	['Phone Numbers', send({ operation: 'sendBulk', phones: "={{ $items()[0].json['phone'] }}" })],
	['Phone Numbers', send({ operation: 'sendAndWait', phones: '={{ $json.phone }}' })],
	['Phone Number', callOf('otp', 'send', { source: 'TextMe', phone: '={{ $json.phone }}' })],
])('takes no item of a model for one of the workflow in %s', async (name, call) => {
	const { items } = await asTool(call, { items: [{ phone: '0501234567' }] });
	expect(items[0]?.json.error).toBe(`'${name}' reads the call of the model, not the workflow`);
	expect(items[0]?.json.whatToDo).toMatch(
		/\$\('Node'\)\.first\(\)\.json\.phone.*let the model fill/,
	);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test('lets no model choose who reviews its call', async () => {
	const { items } = await fixture.run(ask({ phones: BY_MODEL }), { type: REVIEW });
	expect(items[0]?.json.chatInput).toMatch(/^Nobody was asked: 'Phone Numbers' is not for a model/);
	expect(fixture.sandbox.requests()).toEqual([]);
});

const ABROAD = { includesInternational: true };
test.each(['+1 900 555 0100', '+44 909 879 0000', '+881 6 1234 5678', '+882 16 123 4567'])(
	'texts no premium number: %s',
	async (phones) => {
		for (const call of [
			send({ phones, options: ABROAD }),
			send({ operation: 'sendBulk', phones: `0501234567, ${phones}`, options: ABROAD }),
			callOf('custom', 'call', {
				root: 'sms',
				body: JSON.stringify({ destinations: { phone: phones } }),
			}),
		]) {
			const { items } = await asTool(call);
			expect(items[0]?.json.error).toMatch(
				/ has a premium number \(".*"\), which a tool never texts$/,
			);
		}
		expect(fixture.sandbox.requests()).toEqual([]);
		await fixture.runWell(send({ phones, options: ABROAD }));
		expect(fixture.sandbox.requests()).toHaveLength(1);
	},
);

describe('what a model gets', () => {
	const DAY = { from: '2026-01-15T00:00:00', to: '2026-01-16T00:00:00' };
	const report = (options: INodeParameters) => callOf('report', 'getByDate', { ...DAY, options });

	test.each([
		['simplified', {}, ['phone', 'state', 'date', 'final', 'meaning', 'externalId', 'shipmentId']],
		['raw', { output: 'raw' }, ['status', 'message', 'transactions']],
	])('gives a model the output: %s', async (_, options, fields) => {
		await fixture.run(send());
		await fixture.sandbox.advanceClock(60_000);
		const { items } = await asTool(report(options));
		expect(items.map(({ json }) => Object.keys(json))).toStrictEqual([fields]);
	});

	test('says so when there is nothing', async () => {
		const { items } = await asTool(report({}));
		expect(items[0]?.json).toStrictEqual({ results: 0, message: 'Nothing was found.' });
		expect(items).toHaveLength(1);
	});
});

test('gets the first result again of what it sends twice in a run', async () => {
	const { items } = await asTool(send({ phones: "={{ ['12', '0501234567'][$itemIndex] }}" }), {
		items: [{}, {}],
		retryOnFail: true,
	});
	expect(fixture.sandbox.messages()).toHaveLength(1);
	expect(items[1]?.json).toMatchObject({
		accepted: true,
		note: 'Sent before in this run. Nothing was sent again.',
	});
});

test('texts the next person of a loop, although the model calls the tool with the same words', async () => {
	const phones = "={{ ['0501111111', '0502222222'][$runIndex] }}";
	await asTool(send({ phones, message: '={{ $json.text }}' }), {
		passes: [[{ text: 'Your table is ready' }], [{ text: 'Your table is ready' }]],
	});
	const reached = fixture.sandbox.messages().map(({ phone }) => phone);
	expect(reached).toEqual(['0501111111', '0502222222']);
});

test.each([
	['waits for no answer to the second', [], 'this question was asked before in this execution'],
	['counts it', ['Another?'], "'Maximum Messages' is 1"],
])('asks the same question once, and %s', async (_, more, told) => {
	const passes = ['Again?', 'Again?', ...more].map((message) => [{ message }]);
	const limits = { mostMessages: { figure: 1 } };
	const { run } = await asTool(ask({ message: '={{ $json.message }}' }, { limits }), { passes });
	const credentials = fixture.credentials();
	const last = await new WaitingRun(run).timeOut({ credentials, type: TOOL, passes });
	expect(fixture.sandbox.messages()).toHaveLength(1);
	expect(JSON.stringify(last)).toContain(told);
});

test('does not top up again after an answer that was lost', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const topUp = { username: 'demo-sub', amount: 1 };
	const options = { account: fixture.sandbox.reseller, retryOnFail: true };
	const { items } = await asTool(callOf('subAccount', 'topUp', topUp), options);
	expect(items[0]?.json.outcome).toBe('unknown');
	expect(fixture.sandbox.counters().requests).toEqual({ updateAmountSub: 1 });
});

test('stops the workflow when a tool is to do so', async () => {
	const { error } = await asTool(send({ phones: '12' }), { onError: 'stopWorkflow' });
	expect(error?.message).toContain("'Phone Numbers' is not a phone number");
});
