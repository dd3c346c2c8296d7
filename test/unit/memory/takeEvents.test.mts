import type { IExecuteFunctions } from 'n8n-workflow';

import { PROCESS_ID } from '../../../nodes/memory/thisProcess';
import { MarkList, MAX_MARKS } from '../../../nodes/memory/markList';
import type { Arrival } from '../../../nodes/events/arrival';
import { takePolled, takePushed } from '../../../nodes/events/takeEvents';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const MINUTE = 60_000;
const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);

const push = (id: string, record = id): Arrival => ({
	id,
	event: { event: 'unknown', eventId: id },
	raw: {},
	process: 'of the main process',
	at: 0,
	records: [record],
	isPolled: false,
});
const polled = (record: string, id = record): Arrival => ({ ...push(id, record), isPolled: true });
const here = (arrival: Arrival): Arrival => ({ ...arrival, process: PROCESS_ID });

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
	failure?: () => Error | undefined;
}

let ids = 0;
/** Executions of a process with its own memory. */
function worker(row: SharedRow, options: Options = {}) {
	const { delay, isBeside, isDisabled, executionId, mode, failure } = options;
	const id = String(++ids);
	const types = ['textMeTrigger', ...(isBeside ? ['textMePollingTrigger'] : [])];
	return {
		...row.startProcess(delay ?? (() => 0), Infinity, failure),
		getWorkflow: () => ({ id }),
		getExecutionId: () => executionId ?? String(++ids),
		getMode: () => mode ?? 'webhook',
		getNode: () => ({ id, name: 'TextMe Trigger', type: 'n8n-nodes-textme.textMeTrigger' }),
		getChildNodes: () => [{ name: 'After' }],
		getParentNodes: () =>
			types.map((type, n) => ({ type: `n8n-nodes-textme.${type}`, disabled: isDisabled && n > 0 })),
	} as unknown as IExecuteFunctions;
}

const take = async (context: IExecuteFunctions, ...arrivals: Arrival[]) => {
	const isPolled = arrivals.some((arrival) => arrival.isPolled);
	const taken = isPolled ? takePolled(context, arrivals) : takePushed(context, arrivals, true);
	return (await taken).map(({ id }) => id);
};

describe('pushes', () => {
	test('fail where n8n’s database fails and may have stored their marks, and come with a retry', async () => {
		const row = new SharedRow();
		let writes = 0;
		const failure = () => (writes++ === 0 ? new Error('Connection terminated') : undefined);
		const taken = take(worker(row, { failure }), here(push('a'))).catch(String);
		expect(await played(taken)).toMatch('Connection terminated');
		expect(row.marks).toEqual(['a']);
		expect(await played(take(worker(row, { mode: 'retry' }), here(push('a'))))).toEqual(['a']);
	});

	test('20,000 come once, each with one write of the list and one mark', async () => {
		let writes = 0;
		const row = new SharedRow();
		const context = worker(row, { delay: () => ++writes * 0 });
		const all = Array.from({ length: 20_000 }, (_, n) => here(push(`event ${n}`)));
		for (let from = 0; from < all.length; from += 1000) {
			const some = all.slice(from, from + 1000);
			expect(await played(take(context, ...some), 100)).toHaveLength(1000);
			expect(await played(take(context, ...some), 100)).toHaveLength(0);
		}
		expect([writes, row.marks.length]).toEqual([40, 20_000]);
	});

	test.each(SEEDS)(
		'keeps taken what two workers have taken, though both write at the same time (seed %i)',
		async (seed) => {
			const row = new SharedRow();
			const delay = numbersBelow(60, seed);
			const begin = numbersBelow(1000, seed + 100);
			const workers = [worker(row, { delay }), worker(row, { delay })] as const;
			const all = Array.from({ length: 10 }, (_, n) => push(`event ${n}`));
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

describe('polled events', () => {
	test('alone or beside a disabled trigger, nothing is written to the list', async () => {
		const row = new SharedRow();
		expect(await played(take(worker(row), polled('a')))).toEqual(['a']);
		const options = { isBeside: true, isDisabled: true };
		expect(await played(take(worker(row, options), polled('a')))).toEqual(['a']);
		expect(row.marks).toEqual([]);
	});
});

describe('beside a trigger of the other kind', () => {
	const beside = (row: SharedRow, delay?: () => number) =>
		worker(row, { isBeside: true, ...(delay && { delay }) });

	test('two pushes that records do not tell apart are two events, and so are two records', async () => {
		const pushes = new SharedRow();
		for (const id of ['a', 'b']) {
			expect(await played(take(beside(pushes), push(id, 'r')))).toEqual([id]);
		}
		expect(await played(take(beside(pushes), polled('r', '1'), polled('r', '2')))).toEqual([]);
		const polls = new SharedRow();
		for (const id of ['1', '2']) {
			expect(await played(take(beside(polls), polled('r', id)))).toEqual([id]);
		}
		expect(await played(take(beside(polls), push('a', 'r')))).toEqual([]);
		expect(await played(take(beside(polls), push('b', 'r')))).toEqual([]);
	});

	test('makes two events of a push, its record, and a second push like it', async () => {
		const row = new SharedRow();
		expect(await played(take(beside(row), push('a', 'r')))).toEqual(['a']);
		expect(await played(take(beside(row), polled('r')))).toEqual([]);
		expect(await played(take(beside(row), push('b', 'r')))).toEqual(['b']);
	});

	test('without Drop Duplicates, drops only what a poll has returned', async () => {
		const all = [push('a', 'r'), push('a', 'r')];
		const row = new SharedRow();
		expect(await played(takePushed(worker(row), all, false))).toEqual(all);
		expect(row.marks).toEqual([]);
		expect(await played(takePushed(beside(row), all, false))).toEqual(all);
		await played(take(beside(row), polled('s')));
		expect(await played(takePushed(beside(row), [push('b', 's'), ...all], false))).toEqual(all);
	});

	test('makes one event of a push and its record in the same instant of one process', async () => {
		for (const order of [
			[push('a', 'r'), polled('r')],
			[polled('r'), push('a', 'r')],
		]) {
			const context = beside(new SharedRow());
			const both = Promise.all(order.map((one) => take(context, here(one))));
			expect((await played(both)).flat()).toHaveLength(1);
		}
	});

	test.each(SEEDS)(
		'50 events that two workers get pushed and polled in the same instant all run (seed %i)',
		async (seed) => {
			const row = new SharedRow();
			const delay = numbersBelow(60, seed);
			const all = Array.from({ length: 50 }, (_, n) => n);
			const [one, other] = [beside(row, delay), beside(row, delay)];
			const runs = all.flatMap((n) => [
				take(one, push(`push ${n}`, `record ${n}`)),
				take(other, polled(`record ${n}`)),
			]);
			const ran = (await played(Promise.all(runs))).flat();
			for (const n of all) expect(ran.some((id) => id.endsWith(` ${n}`))).toBe(true);
			const again = await played(take(one, ...all.map((n) => push(`push ${n}`, `record ${n}`))));
			expect(again).toEqual([]);
		},
	);

	test('runs each of 20,000 events once in queue mode, pushed, polled and pushed again', async () => {
		const row = new SharedRow();
		const all = Array.from({ length: 20_000 }, (_, n) => n);
		const counts = [0, 0, 0];
		for (let from = 0; from < all.length; from += 1000) {
			const some = all.slice(from, from + 1000);
			const pushes = some.map((n) => push(`push ${n}`, `record ${n}`));
			const records = some.map((n) => polled(`record ${n}`));
			for (const [round, arrivals] of [pushes, records, pushes].entries()) {
				counts[round] =
					(counts[round] ?? 0) + (await played(take(beside(row), ...arrivals), 2_000)).length;
			}
		}
		expect(counts).toEqual([20_000, 0, 0]);
		expect(row.marks.length).toBeLessThan(2.1 * all.length);
	});

	test('pushes nothing out of a full list by a look-up', async () => {
		const row = new SharedRow();
		const context = beside(row);
		const all = Array.from({ length: MAX_MARKS / 2 }, (_, n) => here(push(`a${n}`, `r${n}`)));
		await played(take(context, ...all), 100);
		expect(row.marks.length).toBe(MAX_MARKS);
		const records = all.slice(0, 1000).map(({ records: [record = ''] }) => here(polled(record)));
		expect(await played(take(context, ...records), 100)).toEqual([]);
		expect(await played(take(context, ...all.slice(0, 1000)), 100)).toEqual([]);
		expect(row.marks.length).toBe(MAX_MARKS);
	});
});
