import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FaultKindName } from '../../sandbox/wire/faultKinds.mts';
import { bulkByExpression, bulkPeople, sendSms } from './harness/calls.mts';
import { detailsOf, pairs, type SandboxRun, useSandbox } from './harness/useSandbox.mts';
import { reached } from './harness/reached.mts';
import { remembered } from './harness/rememberedKeys.mts';
import { allHappened } from './harness/soonTimeouts.mts';

const fixture = useSandbox();
const { run } = fixture;

/** One request at a time, so that the test knows which were sent. */
const send = sendSms(
	{ source: '={{ $json.source ?? "TextMe" }}', phones: '={{ $json.phone }}' },
	{ idempotencyKey: '={{ $json.order }}', concurrentRequests: 1 },
);
const orders = [
	{ phone: '0501111110', order: 'A' },
	{ phone: '0501111111', order: 'B' },
];
const sentTo = () => fixture.sandbox.messages().map(({ phone }) => phone);
const skipped = (order: string, phone: string) => ({
	accepted: false,
	result: 'Not sent: sent before under this idempotency key',
	phone,
	details: { skipped: true, idempotencyKey: order },
});

test('skips a key in a later execution that was accepted', async () => {
	await run(send, { items: orders, executionId: '1' });
	const { items } = await run(send, {
		items: [...orders, { phone: '0501111112', order: 'C' }],
		executionId: '2',
	});
	expect(items.map(({ json }) => json)).toStrictEqual([
		expect.objectContaining(skipped('A', '0501111110')),
		expect.objectContaining(skipped('B', '0501111111')),
		expect.objectContaining({ accepted: true }),
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
	expect(sentTo()).toEqual(['0501111110', '0501111111', '0501111112']);
});

test('sends once for the same key twice in one execution', async () => {
	const { items } = await run(send, {
		items: [orders[0] ?? {}, { phone: '0509999999', order: 'A' }],
	});
	const result = 'Not sent: item 0 of this run, to 0501111110, has the key "A"';
	expect(items[1]?.json).toMatchObject({ ...skipped('A', '0509999999'), result });
	expect(sentTo()).toEqual(['0501111110']);
});

test('skips the second of two items with one key, also when nothing was sent for the first', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, retryAfter: '3600' });
	const { items } = await run(send, {
		items: [orders[0] ?? {}, { phone: '0501111119', order: 'A' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => [json.error, json.accepted, detailsOf(json).skipped])).toEqual([
		['refused', false, undefined],
		[undefined, false, true],
	]);
	expect(sentTo()).toEqual([]);
});

test('makes no further request in a stopped execution, and gives back what it did not send', async () => {
	const items = Array.from({ length: 5 }, (_, n) => ({ phone: `050111111${n}`, order: `${n}` }));
	let stop: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => (stop = resolve));
	fixture.sandbox.addFault({ kind: 'hang', skip: 1, phase: 'after' });
	const running = run(send, { items, stopped, executionId: '1' });
	await reached(() => fixture.sandbox.requests({ root: 'sms' }).length === 2, running);
	stop();
	await running;
	// The node continues until it notices that it was stopped.
	await allHappened();
	expect(fixture.sandbox.requests({ root: 'sms' })).toHaveLength(2);
	const { items: output } = await run(send, { items, executionId: '2' });
	expect(output.map(({ json }) => detailsOf(json).skipped)).toEqual([
		...[true, true, undefined, undefined, undefined],
	]);
	expect(sentTo().sort()).toEqual(items.map(({ phone }) => phone));
});

test('keeps the key at an unknown outcome', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const doubtful = await run(send, { items: orders.slice(0, 1) });
	expect(doubtful.error?.context).toMatchObject({ outcome: 'unknown' });
	const { items } = await run(send, { items: orders.slice(0, 1), executionId: '2' });
	expect(items[0]?.json).toEqual(skipped('A', '0501111110'));
	expect(sentTo()).toHaveLength(1);
});

test.each([
	['claimed', {}, 2],
	['freed when the service refuses them', { message: '#status:5' }, 4],
])('the keys of twenty items are %s together', async (_, values, calls) => {
	const items = Array.from({ length: 40 }, (__, n) => ({
		phone: `05${String(1111110 + n).padStart(8, '0')}`,
		order: `many ${n}`,
	}));
	const parameters = sendSms(
		{ phones: '={{ $json.phone }}', ...values },
		{ idempotencyKey: '={{ $json.order }}' },
	);
	const begin = remembered.calls;
	await run(parameters, { items, onError: 'continueRegularOutput' });
	expect(remembered.calls - begin).toBe(calls);
});

describe('what was sent before is skipped, though the check of its batch refuses', () => {
	const bulk = bulkByExpression({}, { idempotencyKey: '={{ $json.order }}' });
	const before = bulkPeople(2);
	const [, , added = {}, other = {}] = bulkPeople(4);
	beforeEach(async () => await run(bulk, { items: before, executionId: '1' }));
	const again = async (items: IDataObject[], options: Partial<SandboxRun> = {}) =>
		await run(bulk, { items, executionId: '2', onError: 'continueRegularOutput', ...options });
	const told = ({ json }: INodeExecutionData) => ({
		skipped: detailsOf(json).skipped === true,
		accepted: json.accepted,
		status: detailsOf(json).status,
	});
	const wasSkipped = { skipped: true, accepted: false };
	const wasAccepted = { skipped: false, accepted: true };

	test('sends a single message', async () => {
		const items = [...before, added, other].map((item) => ({ ...item, sender: 'Nobody' }));
		const good = { phone: '0501111113', message: 'New', order: 'new' };
		const { items: output } = await again([...items.slice(0, 3), good, ...items.slice(3)]);
		const isRefused = { skipped: false, accepted: false, status: 515 };
		expect(output.map(told)).toEqual([wasSkipped, wasSkipped, isRefused, wasAccepted, isRefused]);
		expect(sentTo()).toEqual([...before.map(({ phone }) => phone), '0501111113']);
		const corrected = await again([added, other], { executionId: '3' });
		expect(corrected.items.map(told)).toEqual([wasAccepted, wasAccepted]);
	});

	test('sends to others what it held back after a lost answer', async () => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
		const [unknown, held] = bulkPeople(4).slice(2);
		await again([unknown ?? {}, { ...held, sender: 'Other' }]);
		const { items } = await again([held ?? {}], { executionId: '3' });
		expect(items.map(told)).toEqual([wasAccepted]);
	});

	test.each<FaultKindName>(['noCredit', 'reset'])(
		'gives back the keys of the request that it did not make, where %s ends the run',
		async (kind) => {
			const items = bulkPeople(6).slice(2);
			const others = items.slice(2).map((item) => ({ ...item, sender: 'Other' }));
			fixture.sandbox.addFault({ kind, phase: 'after' });
			const { error } = await again([...items.slice(0, 2), ...others], { onError: 'stopWorkflow' });
			expect(error).toBeDefined();
			const { items: output } = await again(items.slice(2), { executionId: '3' });
			expect(output.map(told)).toEqual([wasAccepted, wasAccepted]);
		},
	);

	test('all of them, for want of credit', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', times: 0 });
		const { items } = await again([...before, added]);
		const isRefused = { skipped: false, accepted: false, status: 4 };
		expect(items.map(told)).toEqual([wasSkipped, wasSkipped, isRefused]);
		const stopped = await again(before, { onError: 'stopWorkflow' });
		expect(stopped.items.map(told)).toEqual([wasSkipped, wasSkipped]);
	});
});

test('a key belongs to an account: the service, the username, and for whom it acts', async () => {
	const keyed = sendSms({ phones: '={{ $json.phone }}' }, { idempotencyKey: '={{ $json.order }}' });
	const items = orders.slice(0, 1);
	const { reseller } = fixture.sandbox;
	await run(keyed, { items, executionId: '1' });
	await run(keyed, { items, executionId: '2', account: reseller });
	for (const onBehalfOf of ['demo-sub', 'demo-sub', 'demo-reseller']) {
		const options = { idempotencyKey: '={{ $json.order }}', onBehalfOf };
		const toOne = sendSms({ phones: '={{ $json.phone }}' }, options);
		await run(toOne, { items, executionId: onBehalfOf, account: reseller });
	}
	expect(fixture.sandbox.messages().map(({ username }) => username)).toEqual([
		...['demo', 'demo-reseller', 'demo-sub'],
	]);
});

test("sends nothing while n8n's database stores no key, and says so", async () => {
	remembered.failsFor = () => true;
	const onError = 'continueRegularOutput';
	const { items } = await run(send, { items: orders, onError });
	expect(items.map(({ json }) => json)).toMatchObject(
		orders.map(({ phone }) => ({
			accepted: false,
			phone,
			result: expect.stringContaining("n8n's database failed to store the key") as string,
			details: { outcome: 'rejected', retryable: true },
		})),
	);
	expect(fixture.sandbox.requests()).toHaveLength(0);
	remembered.failsFor = () => false;
	const { items: later } = await run(send, { items: orders, onError, executionId: '2' });
	expect(later.map(({ json }) => json.accepted)).toEqual([true, true]);
});

test("sends to none of an item's numbers when n8n's database fails to look its key up", async () => {
	const items = [
		{ phone: '0501111110, 0501111111', order: 'A' },
		{ phone: '0501111110', order: 'B' },
	];
	let calls = 0;
	remembered.failsFor = () => calls++ === 0;
	const { items: output } = await fixture.goOn(send, items);
	expect(output.map(({ json }) => json.result)).toEqual(
		items.map(() => expect.stringContaining("n8n's database failed") as string),
	);
	expect(sentTo()).toEqual([]);
});

test.each([1, 5])(
	"what was sent comes out though n8n's database fails as a key is given back, with %i requests at a time",
	async (concurrentRequests) => {
		fixture.sandbox.addFault({ kind: 'noCredit' });
		jest.spyOn(remembered, 'removeProcessed').mockRejectedValue(new Error('The database is down'));
		const idempotencyKey = '={{ $json.phone }}';
		const keyed = sendSms({ phones: '={{ $json.phone }}' }, { idempotencyKey, concurrentRequests });
		const people = ['0501111111', '0502222222', '0503333333'].map((phone) => ({ phone }));
		const { items } = await run(keyed, { items: people, onError: 'continueRegularOutput' });
		expect(items.filter(({ json }) => json.accepted === true)).toHaveLength(2);
		expect(items.map(({ json }) => json.result as string).join('')).toContain('enough credit');
		expect(sentTo()).toHaveLength(2);
	},
);
