import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';

import { form } from '../harness/fakeExchange.mts';
import { neverEnding } from '../harness/neverEnding.mts';
import { INCOMING, REPORT, nowFields } from '../harness/pushSamples.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { pushTrigger } from '../harness/receivePush.mts';
import { eventsOf, type HostOptions, type TriggerHost } from '../harness/triggerHost.mts';

useRacyKeys();
afterEach(() => jest.restoreAllMocks());

const DANA = '972501234567';
const NOAM = '972521234567';
/** The longest that can be chosen, for tests that must not wait for it. */
const NEVER = 60;

let workflows = 0;
/** Each test has a workflow of its own: conversations are by workflow. */
let workflowId: string;
beforeEach(() => (workflowId = `conversations-${++workflows}`));

const host = (parameters: INodeParameters = {}, options: Partial<HostOptions> = {}) =>
	pushTrigger(
		{ executions: 'conversation', quietSeconds: 1, ...parameters },
		{ workflowId, ...options },
	);

const text = (message: string, phone = DANA) => ({
	body: form({ ...INCOMING, date: nowFields(), phone, message }),
});

/** Pushes them in this order. Each has an execution of its own. */
async function push(trigger: TriggerHost, ...texts: Array<ReturnType<typeof text>>) {
	const runs: Array<Promise<IRun>> = [];
	for (const each of texts) {
		const { run } = await trigger.deliver(each);
		if (run) runs.push(run);
	}
	return runs;
}

const messages = (run: IRun) => eventsOf(run).map(({ message }) => message);

/** What each execution handed on. */
const handedOn = async (runs: Array<Promise<IRun>>) => (await Promise.all(runs)).map(messages);

const statuses = async (runs: Array<Promise<IRun>>) =>
	(await Promise.all(runs)).map(({ status }) => status);

const BOTH_ANSWERS = [['received'], ['finished']];

describe.each(BOTH_ANSWERS)('with the service answered when %s', (acknowledge) => {
	test('texts in a row go to one execution, in order, and those of somebody else to another', async () => {
		const runs = await push(
			await host({ acknowledge }),
			text('Hi'),
			text('it is me'),
			text('Hello', NOAM),
			text('Dana'),
		);
		expect(await handedOn(runs)).toEqual([['Hi', 'it is me', 'Dana'], [], ['Hello'], []]);
		expect(await statuses(runs)).toEqual(['success', 'success', 'success', 'success']);
	});

	test('begins another conversation after the pause', async () => {
		const trigger = await host({ acknowledge });
		expect(await handedOn(await push(trigger, text('one'), text('two')))).toEqual([
			['one', 'two'],
			[],
		]);
		expect(await handedOn(await push(trigger, text('three')))).toEqual([['three']]);
	});

	test('gives a repeat out once, within the conversation and after it', async () => {
		const trigger = await host({ acknowledge });
		const [one, two] = [text('one'), text('two')];
		expect(await handedOn(await push(trigger, one, two, one, two))).toEqual([
			['one', 'two'],
			[],
			[],
			[],
		]);
		expect(await handedOn(await push(trigger, two))).toEqual([[]]);
	});

	test('messages whose executions wait for a free place in n8n come along', async () => {
		const trigger = await host({ acknowledge });
		const texts = [text('one'), text('two'), text('three')];
		const waiting = [];
		for (const each of texts) waiting.push(await trigger.receive(each));
		const handed = [];
		for (const items of waiting) handed.push(messages(await trigger.execute(items, 'webhook')));
		expect(handed).toEqual([['one', 'two', 'three'], [], []]);
	});
});

describe('answered when the workflow finishes', () => {
	const acknowledge = 'finished';

	test('no message is answered before the execution that has all of them ends', async () => {
		let goOn: () => void = () => undefined;
		let reached: () => void = () => undefined;
		const isReached = new Promise<void>((resolve) => (reached = resolve));
		const after = () =>
			new Promise<void>((resolve) => {
				reached();
				goOn = resolve;
			});
		const runs = await push(await host({ acknowledge }, { after }), text('one'), text('two'));
		const ended: number[] = [];
		runs.forEach((run, n) => void run.then(() => ended.push(n)));
		await isReached;
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(ended).toEqual([]);
		goOn();
		expect(await handedOn(runs)).toEqual([['one', 'two'], []]);
	});

	test('fails all texts of a conversation together, also those that waited for a place, and brings them again', async () => {
		let failures = 1;
		const after = () => {
			if (failures-- > 0) throw new Error('Something in the workflow');
		};
		const trigger = await host({ acknowledge }, { after });
		const texts = [text('one'), text('two')];
		const waiting = await trigger.receive(text('three'));
		const runs = await push(trigger, ...texts);
		expect(await statuses(runs)).toEqual(['error', 'error']);
		expect((await trigger.execute(waiting, 'webhook')).status).toBe('error');
		const again = await push(trigger, ...texts);
		expect(await handedOn(again)).toEqual([['one', 'two'], []]);
		expect(await statuses(again)).toEqual(['success', 'success']);
	});

	test('gives out the texts delivered again after n8n was killed in the pause', async () => {
		const texts = [text('one'), text('two')];
		void (await push(await host({ acknowledge, quietSeconds: NEVER }), ...texts));
		const restarted = await host({ acknowledge }, { isolated: true });
		expect(await handedOn(await push(restarted, ...texts))).toEqual([['one', 'two'], []]);
	});
});

test('answered at once, the executions of later messages end without waiting', async () => {
	const { begun, after } = neverEnding();
	const [, second, third] = await push(
		await host({}, { after }),
		text('one'),
		text('two'),
		text('three'),
	);
	expect(await handedOn([second, third].flatMap((run) => run ?? []))).toEqual([[], []]);
	await begun;
});

test('keeps out of a conversation what the filters leave out', async () => {
	const trigger = await host({ filters: { keywords: 'yes' } });
	const runs = await push(trigger, text('yes'), text('no'), text('yes, please'));
	expect(await handedOn(runs)).toEqual([['yes', 'yes, please'], []]);
});

test('gives repeats out when they are wanted', async () => {
	const one = text('one');
	const runs = await push(await host({ more: { repeatsForHours: 0 } }), one, one);
	expect(await handedOn(runs)).toEqual([['one', 'one'], []]);
});

test('texts to two numbers of yours are two conversations', async () => {
	const other = { ...INCOMING, date: nowFields(), message: 'two', dest: '0559000200' };
	const runs = await push(await host(), text('one'), { body: form(other) });
	expect(await handedOn(runs)).toEqual([['one'], ['two']]);
});

describe('at once comes', () => {
	const outOf = async (fields: IDataObject | IDataObject[]) => {
		const trigger = await host({ quietSeconds: NEVER });
		void (await push(trigger, text('waits')));
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

	test('shows a message in the editor at once', async () => {
		const trigger = await host({ quietSeconds: NEVER });
		const { run } = await trigger.deliver(text('one'), 'manual');
		expect(eventsOf(await run)).toHaveLength(1);
	});

	test('runs a message again when a person does', async () => {
		const trigger = await host({ quietSeconds: NEVER });
		const items = await trigger.receive(text('one'));
		expect(messages(await trigger.execute(items, 'retry'))).toEqual(['one']);
	});
});

test.each(BOTH_ANSWERS)(
	'stopped by hand, a conversation is over, and the next message begins another (%s)',
	async (acknowledge) => {
		let stop: () => void = () => undefined;
		const stopped = new Promise<void>((resolve) => (stop = resolve));
		const trigger = await host({ acknowledge, quietSeconds: NEVER }, { stopped });
		const runs = await push(trigger, text('one'), text('two'));
		stop();
		expect((await statuses(runs))[0]).toBe('canceled');
		expect(await handedOn(await push(await host({ acknowledge }), text('three')))).toEqual([
			['three'],
		]);
	},
);

test('starts the workflow in time for a person who never pauses', async () => {
	const trigger = await host({ quietSeconds: NEVER });
	const runs = await push(trigger, text('one'), text('two'));
	// The second one has found the first one waiting.
	await runs[1];
	jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000);
	runs.push(...(await push(trigger, text('three'))));
	expect(await handedOn(runs)).toEqual([['one', 'two', 'three'], [], []]);
});

test('brings messages together in the worker that runs them, in queue mode', async () => {
	const main = await host();
	const worker = await host({}, { isolated: true });
	const items = [];
	for (const message of ['one', 'two']) items.push(await main.receive(text(message)));
	const runs = items.map((each) => worker.execute(each, 'webhook'));
	expect(await handedOn(runs)).toEqual([['one', 'two'], []]);
});
