import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { together } from '../../../nodes/TextMeTrigger/receivePush';
import { form } from '../harness/fakeExchange.mts';
import { INCOMING, nowFields, pushTrigger, REPORT } from '../harness/pushes.mts';
import { eventsOf, type Delivery, type TriggerHost } from '../harness/triggerHost.mts';

const DANA = '972501234567';
const NOAM = '972521234567';
/** The longest choice, in seconds, for tests that must not wait for it. */
const NEVER = 60;

const host = (parameters: INodeParameters = {}) =>
	pushTrigger({ more: { quietSeconds: 1 }, ...parameters });

const text = (message: string, phone = DANA) => ({
	body: form({ ...INCOMING, date: nowFields(), phone, message }),
});

/** Delivers pushes in this order. A conversation's pushes share an execution. */
async function push(trigger: TriggerHost, ...texts: Array<ReturnType<typeof text>>) {
	return await Promise.all(texts.map(async (each) => await trigger.deliver(each)));
}

const runsOf = async (deliveries: Delivery[]): Promise<IRun[]> =>
	await Promise.all(deliveries.flatMap(({ run }) => run ?? []));

/** The texts in each item of each execution. */
const handedOn = async (deliveries: Delivery[]) =>
	(await runsOf(deliveries)).map((run) => eventsOf(run).map(({ messages }) => messages));

test('makes one item of texts in a row, in order, and another execution of those of somebody else', async () => {
	const pushes = push(
		await host(),
		text('Hi'),
		text('it is me'),
		text('Hello', NOAM),
		text('Dana'),
	);
	expect((await handedOn(await pushes)).sort()).toEqual([
		[['Hello']],
		[['Hi', 'it is me', 'Dana']],
	]);
});

test('gives each text an execution of its own without a quiet period', async () => {
	const trigger = await host({ more: {} });
	const runs = await runsOf(await push(trigger, text('Hi'), text('it is me'), text('Hello', NOAM)));
	const events = runs.map((run) => eventsOf(run));
	expect(events).toMatchObject([
		[{ message: 'Hi', chatInput: 'Hi' }],
		[{ message: 'it is me' }],
		[{ message: 'Hello' }],
	]);
	expect(events[0]?.[0]).not.toHaveProperty('messages');
});

test('begins another conversation after the pause', async () => {
	const trigger = await host();
	expect(await handedOn(await push(trigger, text('one'), text('two')))).toEqual([[['one', 'two']]]);
	expect(await handedOn(await push(trigger, text('three')))).toEqual([[['three']]]);
});

test('gives a repeat out once, within the conversation and after it', async () => {
	const trigger = await host();
	const [one, two] = [text('one'), text('two')];
	expect(await handedOn(await push(trigger, one, two, one, two))).toEqual([[['one', 'two']]]);
	expect(await handedOn(await push(trigger, two))).toEqual([]);
});

test('tells an agent who it is, and all that was said', async () => {
	const [run] = await runsOf(await push(await host(), text('one'), text('two')));
	expect(run && eventsOf(run)).toMatchObject([
		{
			event: 'incomingMessage',
			phone: '0501234567',
			sessionId: '0501234567-0559000100',
			chatInput: 'one\ntwo',
			message: 'one\ntwo',
			messages: ['one', 'two'],
		},
	]);
});

test('is told by one text that all of them ask to be removed', async () => {
	const [run] = await runsOf(await push(await host(), text('נא להסיר'), text('thanks')));
	expect(run && eventsOf(run)).toMatchObject([{ asksToBeRemoved: true }]);
});

test('retries the whole conversation', async () => {
	const trigger = await host();
	const [first, second] = [trigger.request(text('one')), trigger.request(text('two'))];
	await second.received;
	const { workflowData = [] } = await first.received;
	await trigger.execute(workflowData, 'webhook');
	const retried = eventsOf(await trigger.execute(workflowData, 'retry'));
	expect(retried.map(({ messages }) => messages)).toEqual([['one', 'two']]);
});

test('keeps out of a conversation what the filters leave out', async () => {
	const trigger = await host({ filters: { keywords: 'yes' } });
	const deliveries = await push(trigger, text('yes'), text('no'), text('yes, please'));
	expect(await handedOn(deliveries)).toEqual([[['yes', 'yes, please']]]);
});

test('cuts long texts and what an agent reads of a conversation, which goes out when it has its greatest size', async () => {
	const long = Array.from({ length: 60 }, (_, n) => text(`${n} ${'x'.repeat(250_000)}`));
	const runs = await runsOf(await push(await host(), ...long));
	const items = runs.flatMap(eventsOf) as Array<{ messages: string[]; chatInput: string }>;
	expect(items.flatMap(({ messages }) => messages)).toHaveLength(60);
	expect(runs.length).toBeGreaterThan(1);
	for (const item of items) {
		expect(item.chatInput).toHaveLength(10_000);
		expect(item.chatInput).toMatch(/… \[cut at 10000 characters\]$/);
		for (const one of item.messages) expect(one).toHaveLength(10_000);
		expect(JSON.stringify(item).length).toBeLessThan(1_100_000);
	}
});

describe('without a pause come', () => {
	const outOf = async (fields: IDataObject | IDataObject[]) => {
		const trigger = await host({ more: { quietSeconds: NEVER } });
		void push(trigger, text('waits'));
		const body = JSON.stringify(fields);
		const { run } = await trigger.deliver({ body, contentType: 'application/json' });
		return eventsOf(await run).map(({ event }) => event);
	};

	test('lets a delivery report through at once', async () => {
		expect(await outOf({ ...REPORT, date: nowFields() })).toEqual(['deliveryReport']);
	});

	test('takes a push with the messages of several people apart', async () => {
		const each = [DANA, NOAM].map((phone) => ({ ...INCOMING, date: nowFields(), phone }));
		expect(await outOf(each)).toEqual(['incomingMessage', 'incomingMessage']);
	});

	test('shows a message in the editor at once, in the shape of a conversation', async () => {
		const trigger = await host({ more: { quietSeconds: NEVER } });
		const { run } = await trigger.deliver(text('one'), 'manual');
		expect(eventsOf(await run)).toMatchObject([{ messages: ['one'] }]);
	});
});

describe('of all nodes', () => {
	const QUIET_MS = 10_000;
	let names = 0;
	/** The texts of each execution, in order. */
	let left: string[][];
	/** Calls that have not returned yet. */
	let calls: number;
	beforeEach(() => {
		jest.useFakeTimers();
		names++;
		left = [];
		calls = 0;
	});
	afterEach(() => jest.useRealTimers());

	const say = (person: string, words = person) => {
		calls++;
		void together(`${names} ${person}`, [words as unknown as IDataObject], {
			...{ quietMs: QUIET_MS, longestMs: 300_000 },
		}).then((taken) => {
			calls--;
			if (taken.length > 0) left.push(taken as unknown as string[]);
		});
	};
	const people = (count: number) => Array.from({ length: count }, (_, n) => `person ${n}`);
	const passes = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

	test('wait 20 calls at most, with 500 people, who each have an execution of their own', async () => {
		for (const person of people(500)) {
			say(person);
			await passes(person.endsWith('7') ? 10 : 0);
			expect(calls).toBeLessThanOrEqual(20);
		}
		await passes(QUIET_MS);
		expect(left.sort()).toEqual(
			people(500)
				.map((person) => [person])
				.sort(),
		);
		expect(calls).toBe(0);
	});

	test('go on with what the oldest has said when one more person writes', async () => {
		for (const person of people(20)) say(person);
		say('person 0', 'and more');
		await passes(0);
		expect(left).toEqual([]);
		say('person 20');
		await passes(0);
		expect(left).toEqual([['person 0', 'and more']]);
		say('person 0', 'later');
		await passes(QUIET_MS);
		expect(left.flat().sort()).toEqual([...people(21), 'and more', 'later'].sort());
	});

	test('hold 1 MB of a person at most, and every text comes out once', async () => {
		const texts = Array.from({ length: 100 }, (_, n) => `${n} `.padEnd(100_000, 'x'));
		for (const words of texts) say(DANA, words);
		await passes(0);
		expect(left.map(({ length }) => length)).toEqual(Array(10).fill(10));
		expect(left.flat()).toEqual(texts);
	});

	test('begin in time for a person who never pauses', async () => {
		for (let seconds = 0; seconds < 300; seconds += 5) {
			say(DANA);
			expect(left).toEqual([]);
			await passes(5_000);
		}
		expect(left.map(({ length }) => length)).toEqual([60]);
	});
});
