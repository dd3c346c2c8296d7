import type { IExecuteFunctions } from 'n8n-workflow';
import { readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { PROCESS_ID } from '../../../nodes/memory/slots';
import { MarkList, MAX_MARKS } from '../../../nodes/memory/markList';
import type { Arrival } from '../../../nodes/events/arrival';
import { takeNew } from '../../../nodes/events/arrival';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const MINUTE = 60_000;
const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);

/** An event that comes to another process than its execution. */
const push = (eventId: string): Arrival => ({
	event: { event: 'unknown', eventId },
	raw: {},
	process: 'of the main process',
});
const optOut = (phone: string): Arrival => {
	const entry = readBlocklistEntry({ dest: phone, date: '01/05/26 10:30' });
	return { ...push(''), event: { event: 'blocklistAddition', ...entry } };
};
const here = (arrival: Arrival): Arrival => ({ ...arrival, process: PROCESS_ID });
const pushes = (count: number, from = 0) =>
	Array.from({ length: count }, (_, n) => push(`event ${from + n}`));

async function played<T>(work: Promise<T>, ms = MINUTE): Promise<T> {
	await jest.advanceTimersByTimeAsync(ms);
	return await work;
}

interface Options {
	delay?: () => number;
	/** Whether the workflow has the other kind of trigger. */
	isBeside?: boolean;
	isDisabled?: boolean;
	executionId?: string;
	mode?: string;
	/** Whether its trigger polls. */
	polls?: boolean;
	failure?: () => Error | undefined;
}

let ids = 0;
/** Executions of a process with its own memory. */
function worker(row: SharedRow, options: Options = {}) {
	const { delay, isBeside, isDisabled, executionId, mode, polls, failure } = options;
	const id = String(++ids);
	const both = ['textMeTrigger', 'textMePollingTrigger'];
	const [type, other] = polls ? [...both].reverse() : both;
	const types = isBeside ? [type, other] : [type];
	return {
		...row.startProcess(delay ?? (() => 0), Infinity, failure),
		getWorkflow: () => ({ id }),
		getExecutionId: () => executionId ?? String(++ids),
		getMode: () => mode ?? 'webhook',
		getNode: () => ({ id, name: 'TextMe Trigger', type: `n8n-nodes-textme.${type}` }),
		getChildNodes: () => [{ name: 'After' }],
		getParentNodes: () =>
			types.map((type, n) => ({ type: `n8n-nodes-textme.${type}`, disabled: isDisabled && n > 0 })),
	} as unknown as IExecuteFunctions;
}

const take = async (context: IExecuteFunctions, ...arrivals: Arrival[]) =>
	(await takeNew(context, arrivals)).map(({ event }) => event.eventId);

describe('pushes alone', () => {
	test('in one process write nothing, and the last 10,000 come once', async () => {
		const row = new SharedRow();
		const context = worker(row);
		const [first, ...all] = pushes(10_000).map(here);
		expect(await played(take(context, first as Arrival, ...all))).toHaveLength(10_000);
		expect(await played(take(context, first as Arrival, ...all))).toEqual([]);
		expect(await played(take(context, here(push('one more'))))).toHaveLength(1);
		expect(await played(take(context, ...all))).toEqual([]);
		expect(await played(take(context, first as Arrival))).toHaveLength(1);
		expect(row.marks).toEqual([]);
	});

	test('tell reports of two people with one external ID apart', async () => {
		const context = worker(new SharedRow());
		const report = (phone: string) => {
			const event = readDeliveryReport({ external_id: 'sale', status: '201', phone });
			return here({ ...push(''), event: { event: 'deliveryReport', ...event } });
		};
		const [one, other] = [report('0501234567'), report('0521234567')];
		expect(await played(take(context, one, other))).toHaveLength(2);
		expect(await played(take(context, one, other))).toEqual([]);
	});

	test('come again with a retry, and to another trigger', async () => {
		const row = new SharedRow();
		const context = worker(row);
		const one = here(push('one'));
		expect(await played(take(context, one))).toEqual(['one']);
		const retry = { ...context, getMode: () => 'retry' } as IExecuteFunctions;
		expect(await played(take(retry, one))).toEqual(['one']);
		expect(await played(take(worker(row), one))).toEqual(['one']);
		expect(await played(take(context, one))).toEqual([]);
	});

	test.each(SEEDS)(
		'keeps taken what two workers have taken, though both write at the same time (seed %i)',
		async (seed) => {
			const row = new SharedRow();
			const delay = numbersBelow(60, seed);
			const begin = numbersBelow(1000, seed + 100);
			const workers = [worker(row, { delay }), worker(row, { delay })] as const;
			const all = pushes(10);
			const runs = all.map(async (one, n) => {
				await pause(begin());
				return await take(workers[n % 2 === 0 ? 0 : 1], one);
			});
			expect((await played(Promise.all(runs))).flat()).toHaveLength(10);
			expect(await played(take(worker(row), ...all))).toEqual([]);
		},
	);
});

test('keeps a mark that one request records while another looks it up', async () => {
	const row = new SharedRow();
	const list = MarkList.of(worker(row), 'node');
	await played(Promise.all([list.find(['a']), list.record(['a'])]));
	expect(row.marks).toEqual(['a']);
});

test('of polled events alone or beside a disabled trigger, nothing is written to the list', async () => {
	const row = new SharedRow();
	const polls = true;
	expect(await played(take(worker(row, { polls }), push('a')))).toEqual(['a']);
	const options = { polls, isBeside: true, isDisabled: true };
	expect(await played(take(worker(row, options), push('a')))).toEqual(['a']);
	expect(row.marks).toEqual([]);
});

describe('beside a trigger of the other kind', () => {
	const beside = (row: SharedRow, options: Options = {}) =>
		worker(row, { isBeside: true, ...options });

	test('an event comes once, whichever trigger has it first', async () => {
		for (const polls of [true, false]) {
			const row = new SharedRow();
			expect(await played(take(beside(row, { polls }), here(push('a'))))).toEqual(['a']);
			expect(await played(take(beside(row, { polls: !polls }), here(push('a'))))).toEqual([]);
			expect(row.marks).toHaveLength(1);
		}
	});

	test('pushes fail where n8n’s database fails and may have stored their marks, and come with a retry', async () => {
		const row = new SharedRow();
		let writes = 0;
		const failure = () => (writes++ === 0 ? new Error('Connection terminated') : undefined);
		const taken = take(beside(row, { failure }), here(push('a'))).catch(String);
		expect(await played(taken)).toMatch('Connection terminated');
		expect(row.marks).toHaveLength(1);
		expect(await played(take(beside(row, { mode: 'retry' }), here(push('a'))))).toEqual(['a']);
	});

	test('20,000 pushes come once, each with one mark, a thousand with one write', async () => {
		let writes = 0;
		const row = new SharedRow();
		const context = beside(row, { delay: () => ++writes * 0 });
		for (let from = 0; from < 20_000; from += 1000) {
			const some = pushes(1000, from).map(here);
			expect(await played(take(context, ...some), 100)).toHaveLength(1000);
			expect(await played(take(context, ...some), 100)).toHaveLength(0);
		}
		expect([writes, row.marks.length]).toEqual([40, 20_000]);
	});

	test('knows an opt-out by the visible digits of its record, in either order', async () => {
		const [whole, masked] = [optOut('0501234567'), optOut('050****567')];
		for (const [first, second] of [
			[whole, masked],
			[masked, whole],
		] as const) {
			const row = new SharedRow();
			expect(await played(take(beside(row), here(first)))).toHaveLength(1);
			expect(await played(take(beside(row), here(second)))).toEqual([]);
			expect(await played(take(beside(row), here(optOut('0501234000'))))).toHaveLength(1);
		}
	});

	test.each([
		['0501234567', '0521234567'],
		['050****567', '0521112367'],
		['0501234567', '054****367'],
		['050***4567', '0521119967'],
	])('two opt-outs with the same last digits are two: %s, %s', async (...phones) => {
		const row = new SharedRow();
		for (const phone of phones) {
			expect(await played(take(beside(row), here(optOut(phone))))).toHaveLength(1);
		}
	});

	test('makes one event of a push and its record in the same instant of one process', async () => {
		const context = beside(new SharedRow());
		const both = Promise.all([1, 2].map(() => take(context, here(push('a')))));
		expect((await played(both)).flat()).toHaveLength(1);
	});

	test.each(SEEDS)(
		'50 events that two workers get pushed and polled in the same instant all run (seed %i)',
		async (seed) => {
			const row = new SharedRow();
			const delay = numbersBelow(60, seed);
			const all = pushes(50);
			const [one, other] = [beside(row, { delay }), beside(row, { delay, polls: true })];
			const runs = all.flatMap((event) => [take(one, event), take(other, event)]);
			const ran = (await played(Promise.all(runs))).flat();
			expect(new Set(ran).size).toBe(50);
			expect(await played(take(one, ...all))).toEqual([]);
		},
	);

	test('runs each of 20,000 events once in queue mode, pushed, polled and pushed again', async () => {
		const row = new SharedRow();
		const counts = [0, 0, 0];
		for (let from = 0; from < 20_000; from += 1000) {
			for (const round of counts.keys()) {
				const context = beside(row, { polls: round === 1 });
				const taken = await played(take(context, ...pushes(1000, from)), 2_000);
				counts[round] = (counts[round] ?? 0) + taken.length;
			}
		}
		expect(counts).toEqual([20_000, 0, 0]);
		expect(row.marks.length).toBeLessThan(1.1 * 20_000);
	});

	test('pushes nothing out of a full list by a look-up', async () => {
		const row = new SharedRow();
		const context = beside(row);
		await played(takeNew(context, pushes(MAX_MARKS).map(here)), 100);
		expect(row.marks.length).toBe(MAX_MARKS);
		expect(await played(MarkList.of(context, 'workflow').find(['a', 'b']), 100)).toEqual(new Set());
		expect(await played(take(context, ...pushes(1000).map(here)), 100)).toEqual([]);
		expect(row.marks.length).toBe(MAX_MARKS);
	});
});
