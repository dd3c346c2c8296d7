import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';

import { call, smsTo, withId } from '../../sandbox/call.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { eventsOf, TriggerHost, type HostOptions } from '../harness/triggerHost.mts';
import { ENCODINGS, useSandbox } from '../harness/useSandbox.mts';

const keys = useRacyKeys();
const fixture = useSandbox();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let workflows = 0;
let workflowId: string;
let now: number;
beforeEach(() => {
	workflowId = `polling-${++workflows}`;
	now = fixture.sandbox.clock().now;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** The sandbox's clock and ours. */
async function pass(ms: number) {
	now += ms;
	await fixture.sandbox.setClock(now);
}

const host = (parameters: INodeParameters = {}, options: Partial<HostOptions> = {}) =>
	TriggerHost.start({
		type: 'textMePollingTrigger',
		parameters: {
			events: ['deliveryReport', 'incomingMessage', 'blocklistAddition'],
			...parameters,
		},
		credentials: fixture.credentials(),
		workflowId,
		...options,
	});

const names = (run: IRun | null) => eventsOf(run).map(({ event }) => event);

/** Three people: one gets a message, one writes, one opts out. */
async function oneOfEach(n = 1) {
	const { sandbox } = fixture;
	await sendTo(`050100000${n}`, `report-${n}`);
	sandbox.handsetReply({
		phone: `050200000${n}`,
		text: `reply ${n}`,
		username: sandbox.account.username,
	});
	sandbox.optOut({ phone: `05030000${n}0`, username: sandbox.account.username });
}

async function sendTo(phone: string, id: string) {
	const { fields } = await call(fixture.sandbox, 'sms', smsTo([withId(phone, id)]));
	expect(fields).toMatchObject({ status: 0 });
}

describe.each(ENCODINGS)('in %s', (encoding) => {
	test('every feed comes out once, in the shape of its push', async () => {
		const trigger = await host({}, { credentials: fixture.credentials({ encoding }) });
		expect(await trigger.poll()).toBeNull();
		await oneOfEach();
		await pass(MINUTE);
		const events = eventsOf(await trigger.poll());
		expect(events).toHaveLength(3);
		expect(events).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					event: 'deliveryReport',
					externalId: 'report-1',
					state: 'delivered',
					final: true,
				}),
				expect.objectContaining({
					event: 'incomingMessage',
					phone: '0502000001',
					message: 'reply 1',
				}),
				expect.objectContaining({ event: 'blocklistAddition', masked: true }),
			]),
		);
		for (let i = 0; i < 3; i++) {
			await pass(MINUTE);
			expect(await trigger.poll()).toBeNull();
		}
	});
});

test('the first activation starts now; one with a date starts there', async () => {
	await oneOfEach();
	await pass(2 * HOUR);
	const fromNow = await host();
	expect(await fromNow.poll()).toBeNull();
	await pass(MINUTE);
	expect(await fromNow.poll()).toBeNull();
	const fromThen = await host(
		{ startFrom: new Date(now - 3 * HOUR).toISOString() },
		{ workflowId: `${workflowId}-b` },
	);
	expect(names(await fromThen.poll())).toHaveLength(3);
});

test('a start that is no date is refused with the name of the field', async () => {
	await expect((await host({ startFrom: 'soon' })).poll()).rejects.toThrow(
		/'Start From' is not a date/,
	);
});

test('filters hold', async () => {
	const trigger = await host({
		events: ['deliveryReport', 'incomingMessage'],
		filters: { keywords: 'other', deliveryStates: ['failed'] },
	});
	await trigger.poll();
	await oneOfEach();
	await pass(MINUTE);
	expect(await trigger.poll()).toBeNull();
	const roots = fixture.sandbox.requests().map(({ root }) => root);
	expect(roots).not.toContain('blacklist');
});

test('a report that comes long after its message is found', async () => {
	const trigger = await host({ events: ['deliveryReport'] });
	await trigger.poll();
	await sendTo('0509999803', 'an-hour-later');
	for (let i = 0; i < 4; i++) {
		await pass(50 * MINUTE);
		const run = await trigger.poll();
		if (run) return expect(eventsOf(run)).toMatchObject([{ externalId: 'an-hour-later' }]);
	}
	throw new Error('It was not found');
});

test('a status that changes is another event', async () => {
	const trigger = await host({ events: ['deliveryReport'] });
	await trigger.poll();
	await sendTo('0509999801', 'changing');
	await fixture.sandbox.advanceClock(2_000);
	expect(eventsOf(await trigger.poll())).toMatchObject([{ status: -1, final: false }]);
	await pass(MINUTE);
	expect(eventsOf(await trigger.poll())).toMatchObject([{ status: 102, final: true }]);
});

test('an outage of five weeks is caught up in bounded steps, nothing lost, nothing twice', async () => {
	const trigger = await host();
	await trigger.poll();
	for (let n = 1; n <= 5; n++) {
		await oneOfEach(n);
		await pass(7 * DAY);
	}
	const seen: IDataObject[] = [];
	let polls = 0;
	while (polls++ < 12) {
		const before = fixture.sandbox.requests().length;
		seen.push(...eventsOf(await trigger.poll()));
		expect(fixture.sandbox.requests().length - before).toBeLessThanOrEqual(21);
		await pass(MINUTE);
	}
	expect(seen).toHaveLength(15);
	expect(new Set(seen.map(({ eventId }) => eventId)).size).toBe(15);
});

describe('a poll that fails', () => {
	test('moves nothing', async () => {
		const trigger = await host({ events: ['incomingMessage', 'deliveryReport'] });
		await trigger.poll();
		await oneOfEach();
		await pass(MINUTE);
		const before = structuredClone(trigger.staticData);
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 400, root: 'dlrByDate' });
		await expect(trigger.poll()).rejects.toThrow();
		expect(trigger.staticData).toEqual(before);
		expect(names(await trigger.poll()).sort()).toEqual(['deliveryReport', 'incomingMessage']);
	});

	test('tells what the gateway said', async () => {
		const trigger = await host(
			{},
			{ credentials: { ...fixture.credentials(), apiToken: 'wrong' } },
		);
		await expect(trigger.poll()).rejects.toThrow(/status 3/);
	});
});

test('a database that fails in the middle of an execution loses nothing', async () => {
	const events = ['incomingMessage'];
	let reached: () => void = () => undefined;
	const running = new Promise<void>((resolve) => (reached = resolve));
	const cut = await host({ events }, { after: () => (reached(), new Promise(() => undefined)) });
	await cut.poll();
	await oneOfEach(1);
	await pass(MINUTE);
	void cut.poll();
	await running;

	const restarted = await host({ events }, { isolated: true });
	Object.assign(restarted.staticData, structuredClone(cut.staticData));
	await oneOfEach(2);
	await pass(MINUTE);
	// It notes down that the second is taken up, and cannot look whether the first was left behind.
	const record = keys.checkProcessedAndRecord.bind(keys);
	let calls = 0;
	const failing = jest.spyOn(keys, 'checkProcessedAndRecord');
	failing.mockImplementation(async (...args) => {
		if (++calls > 1) throw new Error('The database is locked');
		return await record(...args);
	});
	expect((await restarted.poll())?.status).toBe('error');
	failing.mockRestore();
	await pass(2 * MINUTE);
	expect(names(await restarted.poll())).toEqual(['incomingMessage', 'incomingMessage']);
});

describe('n8n ends', () => {
	test('between the poll and its execution: the events come with the next poll', async () => {
		const trigger = await host();
		await trigger.poll();
		await oneOfEach();
		await pass(MINUTE);
		expect((await trigger.find())?.[0]).toHaveLength(3);
		const restarted = await host({}, { isolated: true });
		Object.assign(restarted.staticData, structuredClone(trigger.staticData));
		await pass(10 * MINUTE);
		expect(names(await restarted.poll())).toHaveLength(3);
		await pass(MINUTE);
		expect(await restarted.poll()).toBeNull();
	});

	test('after it: they do not, although what n8n stored of the poll is older', async () => {
		const trigger = await host();
		await trigger.poll();
		const stored = structuredClone(trigger.staticData);
		await oneOfEach();
		await pass(MINUTE);
		expect(names(await trigger.poll())).toHaveLength(3);
		const restarted = await host({}, { isolated: true });
		Object.assign(restarted.staticData, stored);
		await pass(30 * DAY);
		for (let i = 0; i < 8; i++) {
			expect(names(await restarted.poll())).toEqual([]);
			await pass(MINUTE);
		}
	});
});

describe('beside the webhook in one workflow', () => {
	const both = async () => {
		const webhook = await TriggerHost.start({ type: 'textMeTrigger', workflowId });
		const poller = await host();
		await poller.poll();
		await oneOfEach();
		await pass(MINUTE);
		return { webhook, poller };
	};
	/** What the sandbox pushed, to where nobody listens. */
	const pushes = () => fixture.sandbox.pushLog().map(({ body }) => body);
	beforeEach(() => {
		for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
			fixture.sandbox.registerPush({ feed, url: 'http://127.0.0.1:9/' });
		}
	});

	test('what was pushed is not polled', async () => {
		const { webhook, poller } = await both();
		expect(pushes()).toHaveLength(3);
		for (const body of pushes()) {
			expect(eventsOf(await (await webhook.deliver({ body })).run)).toHaveLength(1);
		}
		expect(names(await poller.poll())).toEqual([]);
	});

	test('nor after a restart, when only the database knows', async () => {
		const { webhook, poller } = await both();
		for (const body of pushes()) await (await webhook.deliver({ body })).run;
		const restarted = await host({}, { isolated: true });
		Object.assign(restarted.staticData, structuredClone(poller.staticData));
		expect(names(await restarted.poll())).toEqual([]);
	});

	test('what was polled is not run again when its push comes late, the masked opt-out included', async () => {
		const { webhook, poller } = await both();
		expect(names(await poller.poll())).toHaveLength(3);
		const late = [];
		for (const body of pushes()) {
			late.push(...names((await (await webhook.deliver({ body })).run) ?? null));
		}
		expect(late).toEqual([]);
	});

	test('what was answered and lost is polled', async () => {
		const { webhook, poller } = await both();
		const [first = '', ...lost] = pushes();
		await (
			await webhook.deliver({ body: first })
		).run;
		for (const body of lost) await webhook.receive({ body });
		expect(names(await poller.poll())).toHaveLength(2);
	});

	test('what was cut off is polled', async () => {
		const { poller } = await both();
		for (const body of pushes()) {
			await new Promise<void>((reached) => {
				const cut = TriggerHost.start({
					type: 'textMeTrigger',
					workflowId,
					after: () => (reached(), new Promise(() => undefined)),
				});
				void cut.then(async (trigger) => await trigger.deliver({ body }));
			});
		}
		expect(names(await poller.poll())).toEqual([]);
		const restarted = await host({}, { isolated: true });
		Object.assign(restarted.staticData, structuredClone(poller.staticData));
		await pass(MINUTE);
		expect(names(await restarted.poll())).toHaveLength(3);
		await pass(MINUTE);
		expect(names(await restarted.poll())).toEqual([]);
	});
});

describe('the editor', () => {
	test('fetches what there is, and notes nothing down', async () => {
		await oneOfEach();
		await pass(MINUTE);
		const trigger = await host();
		expect(names(await trigger.runManually())).toHaveLength(3);
		expect(names(await trigger.runManually())).toHaveLength(3);
		expect(trigger.staticData).toEqual({});
	});

	test('has samples when there is nothing, and says so', async () => {
		const run = await (await host()).runManually();
		expect(names(run)).toEqual(['deliveryReport', 'incomingMessage', 'blocklistAddition']);
		const [task] = run.data.resultData.runData['TextMe Trigger'] ?? [];
		expect(task?.hints?.[0]?.message).toMatch(/samples/);
	});
});

test('a push and the record of the same event have one shape', async () => {
	const shape = (event: IDataObject | undefined) => Object.keys(event ?? {}).sort();
	fixture.sandbox.registerPush({ feed: 'incoming', url: 'http://127.0.0.1:9/' });
	const poller = await host({ events: ['incomingMessage'] });
	await poller.poll();
	await oneOfEach();
	await pass(MINUTE);
	const webhook = await TriggerHost.start({ type: 'textMeTrigger', workflowId: `${workflowId}-b` });
	const body = fixture.sandbox.pushLog()[0]?.body;
	const [pushed] = eventsOf(await (await webhook.deliver({ body })).run);
	const [polled] = eventsOf(await poller.poll());
	expect(shape(polled)).toEqual(shape(pushed));
	expect(polled?.eventId).toBe(pushed?.eventId);
});
