import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type * as shortWaits from './harness/shortWaits.mts';
import type { SandboxRun } from './harness/useSandbox.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { MINUTE, outcomes, useWatchedRuns } from './harness/watchedRuns.mts';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof shortWaits>('./harness/shortWaits.mts').withShortWaits(),
);

const stringMatching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const fixture = useSandbox();
const { begin, due } = useWatchedRuns(fixture);

const waiting = (amount: number, unit = 'minutes') => ({
	waitForDelivery: { values: { amount, unit } },
});

const send = (values: INodeParameters = {}, options: INodeParameters = waiting(30)) => ({
	resource: 'sms',
	operation: 'send',
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phones: '={{ $json.phone }}',
	message: 'Hello',
	...values,
	options,
});

const sent = (phones: string[], parameters = send(), options: SandboxRun = {}) =>
	begin(
		parameters,
		phones.map((phone) => ({ phone })),
		options,
	);

const looks = () => fixture.sandbox.requests({ root: 'dlr' });
const askedIds = () =>
	looks().map(
		({ body }) =>
			(JSON.parse(body) as { dlr: { transactions: { external_id: string[] } } }).dlr.transactions
				.external_id.length,
	);

test.each(ENCODINGS)('it goes on when every number has a final state, in %s', async (encoding) => {
	const { watcher, result } = await sent(['0501111111, 0509999103', '0509999801'], send(), {
		encoding,
	});
	expect(result.run.status).toBe('waiting');
	expect(watcher.started).toHaveLength(1);
	expect(looks()).toEqual([]);

	expect(Math.round((await due(watcher)) / 1000)).toBe(10);
	expect(watcher.waitTill).toBeUndefined();
	expect(watcher.output).toMatchObject([
		{
			pairedItem: { item: 0 },
			json: {
				accepted: true,
				outcome: 'partlyDelivered',
				segments: 1,
				recipients: [
					{ phone: '0501111111', delivered: true, state: 'delivered', status: 102, final: true },
					{ phone: '0509999103', delivered: false, state: 'expired', status: 103, final: true },
				],
			},
		},
		{ pairedItem: { item: 1 }, json: { outcome: 'delivered' } },
	]);
	expect(fixture.sandbox.counters().repeated).toEqual([]);
});

test('it asks only for what is still open, and comes to an end', async () => {
	const { watcher } = await sent(['0501111111', '0509999802']);
	await due(watcher);
	const pauses = [await due(watcher), await due(watcher)];
	expect(askedIds()).toEqual([2, 1, 1]);
	expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual([60, 60]);
	const before = watcher.size;
	let count = looks().length;
	while (watcher.waitTill) {
		await due(watcher);
		count++;
	}
	expect(looks()).toHaveLength(count);
	expect(outcomes(watcher)).toEqual(['delivered', 'timedOut']);
	expect(count).toBeLessThan(40);
	// What n8n has to store grows little from look to look.
	expect((watcher.size - before) / count).toBeLessThan(1_500);
});

test.each([
	['too many requests', { kind: 'httpStatus', status: 429 }],
	['a server that is down', { kind: 'httpStatus', status: 503 }],
	['a connection that breaks', { kind: 'reset' }],
	['a maintenance page', { kind: 'html' }],
] as const)('%s ends no wait', async (_, fault) => {
	const { watcher } = await sent(['0501111111']);
	fixture.sandbox.addFault({ ...fault, root: 'dlr', times: 3 });
	await due(watcher);
	expect(watcher.waitTill).toBeDefined();
	await due(watcher);
	expect(outcomes(watcher)).toEqual(['delivered']);
	expect(watcher.output[0]?.json.warning).toBeUndefined();
});

test('what is known stays when the time is up while the gateway is down', async () => {
	const { watcher } = await sent(['0501111111', '0509999802'], send({}, waiting(1)));
	await due(watcher);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'dlr', times: 0 });
	while (watcher.waitTill) await due(watcher);
	expect(outcomes(watcher)).toEqual(['delivered', 'timedOut']);
	expect(watcher.output[1]?.json.warning).toMatch(/could not be looked up: .*HTTP 503/);
});

test('a refusal ends the wait and keeps the results', async () => {
	const { watcher } = await sent(['0501111111']);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 403, root: 'dlr' });
	await due(watcher);
	expect(watcher.waitTill).toBeUndefined();
	expect(watcher.error).toBeUndefined();
	expect(watcher.output).toMatchObject([
		{ json: { accepted: true, outcome: 'unknown', warning: stringMatching(/HTTP 403/) } },
	]);
});

test('an n8n that ends in the midst of a look still has the results', async () => {
	const { watcher } = await sent(['0501111111', '0509999802']);
	expect(outcomes(watcher)).toEqual(['unknown', 'unknown']);
	await due(watcher);
	// This is what n8n finds of the execution when it starts again.
	expect(outcomes(watcher)).toEqual(['delivered', 'unknown']);
});

describe('a send whose answer is lost', () => {
	const lost = () => fixture.sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after' });
	const goesOn = { onError: 'continueRegularOutput' } as const;

	test.each([
		['stop', {}],
		['go on', goesOn],
	] as const)('counts as accepted by its report, when set to %s', async (_, options) => {
		lost();
		const { watcher, result } = await sent(['0501111111', '0501111112'], send(), options);
		expect(result.error).toBeUndefined();
		await due(watcher);
		expect(watcher.output).toMatchObject([
			{
				json: {
					accepted: true,
					outcome: 'delivered',
					recipients: [{ phone: '0501111111', delivered: true }],
				},
			},
			{ json: { accepted: true, outcome: 'delivered' } },
		]);
		expect(watcher.output[0]?.json.error).toBeUndefined();
		expect(fixture.sandbox.counters().repeated).toEqual([]);
	});

	const neverArrived = () => fixture.sandbox.addFault({ kind: 'hang', root: 'sms' });

	test('stops the workflow when nothing is found out', async () => {
		neverArrived();
		const { watcher } = await sent(['0501111111'], send({}, { ...waiting(1), timeout: 3 }));
		while (watcher.waitTill) await due(watcher);
		expect(watcher.error?.message).toMatch(/not known whether the request was carried out/);
		expect(watcher.error?.description).toMatch(/Report, Get by External ID: n8n-/);
	});

	test('comes out as it is when the workflow goes on', async () => {
		neverArrived();
		const { watcher } = await sent(
			['0501111111', '0501111112'],
			send({}, { ...waiting(1), timeout: 3 }),
			goesOn,
		);
		while (watcher.waitTill) await due(watcher);
		expect(watcher.output.map(({ json }) => Object.keys(json))).toEqual([
			['error', 'message', 'details'],
			expect.arrayContaining(['accepted', 'outcome']) as string[],
		]);
	});
});

test('a wait that cannot begin does not make the texts look unsent', async () => {
	const { items, error, hints } = await fixture.run(send(), {
		items: [{ phone: '0501111111' }],
		executeWorkflow: () => Promise.reject(new Error('No access to the credential')),
	});
	expect(error).toBeUndefined();
	expect(hints).toEqual([expect.stringMatching(/could not be waited for: No access/)]);
	expect(items).toMatchObject([
		{ json: { accepted: true, outcome: 'unknown', warning: stringMatching(/No access/) } },
	]);
});

test('an item that fails starts no second watch under Retry On Fail', async () => {
	const { watcher } = await sent(['12', '0501111111'], send(), {
		onError: 'continueErrorOutput',
		retryOnFail: true,
		maxTries: 3,
	});
	expect(watcher.started).toHaveLength(1);
	await due(watcher);
	expect(watcher.output.map(({ json }) => json.outcome)).toEqual([undefined, 'delivered']);
	expect(Object.keys(watcher.output[0]?.json ?? {})).toEqual(['error', 'message']);
});

test('a scheduled send is waited for from its time on', async () => {
	const DAY = 24 * 60 * MINUTE;
	const timing = new Date(Date.now() + DAY).toISOString();
	const { watcher } = await sent(['0501111111'], send({}, { ...waiting(5), timing }));
	expect(await due(watcher)).toBeGreaterThan(DAY - MINUTE);
	while (watcher.waitTill) await due(watcher);
	expect(outcomes(watcher)).toEqual(['delivered']);
	expect(looks().length).toBeLessThan(4);
});

test('a thousand numbers are asked about at a time', async () => {
	const phones = Array.from({ length: 1_001 }, (_, i) => `05${String(1_000_000 + i)}0`).join(',');
	const { watcher } = await sent([phones]);
	await due(watcher);
	expect(askedIds()).toEqual([1_000, 1]);
	expect(outcomes(watcher)).toEqual(['delivered']);
});

test('every sub-account is asked about in its own name', async () => {
	const { watcher } = await sent(
		['', fixture.sandbox.subAccount.username],
		send(
			{ phones: '0501111111', message: '=To {{ $json.phone }}' },
			{ ...waiting(5), onBehalfOf: '={{ $json.phone }}' },
		),
		{ account: fixture.sandbox.reseller },
	);
	await due(watcher);
	expect(outcomes(watcher)).toEqual(['delivered', 'delivered']);
	expect(askedIds()).toEqual([1, 1]);
});

test('nothing is waited for when nothing is sent', async () => {
	const { watcher, result } = await sent(
		['0501111111'],
		send({}, { ...waiting(5), validateOnly: true }),
	);
	expect(watcher.started).toEqual([]);
	expect(result.items).toMatchObject([{ json: { valid: true } }]);
});

test.each([
	[{ sendTo: 'contactLists', contactLists: ['1'] }, waiting(5), /'Wait for Delivery' needs phone/],
	[{}, { ...waiting(5), simplify: false }, /'Wait for Delivery' needs 'Simplify' to be on/],
	[{}, waiting(0), /'Wait for Delivery' is not a time of up to 7 days/],
	[{}, waiting(8, 'days'), /'Wait for Delivery' is not a time of up to 7 days/],
	[{}, waiting(1, 'weeks'), /'Wait for Delivery' is not a time of up to 7 days/],
] as Array<[INodeParameters, IDataObject, RegExp]>)(
	'what cannot be waited for is not sent: %j %j',
	async (values, options, message) => {
		const { result } = await sent(['0501111111'], send(values, options as INodeParameters));
		expect(result.error?.message).toMatch(message);
		expect(fixture.sandbox.requests({ root: 'sms' })).toEqual([]);
	},
);
