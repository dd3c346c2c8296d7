import type { Arrival } from '../../../nodes/events/arrival';
import type { MemorySettings } from '../../../nodes/events/eventMemory';
import { EventMemory } from '../../../nodes/events/eventMemory';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);

const LOCAL: MemorySettings = {
	isBeside: false,
	isElsewhere: false,
	isShared: false,
	keepMs: 7 * DAY,
	leftBehindAfterMs: 45 * MINUTE,
};
const QUEUE: MemorySettings = { ...LOCAL, isElsewhere: true, isShared: true };

const event = (id: string, other: Partial<Arrival> = {}): Arrival => ({
	id,
	event: { event: 'unknown', eventId: id },
	raw: {},
	process: '',
	at: Date.now(),
	records: [],
	isPolled: false,
	...other,
});
const ids = (arrivals: Arrival[]) => arrivals.map(({ id }) => id);

async function played<T>(work: Promise<T>, ms = MINUTE): Promise<T> {
	await jest.advanceTimersByTimeAsync(ms);
	return await work;
}

/** What of all events comes to whoever claims them, and is done. */
async function run(memory: EventMemory, arrivals: Arrival[]): Promise<string[]> {
	const { ours } = await memory.claim(arrivals);
	await memory.finish(ours);
	return ids(ours);
}

let processes = 0;
/** A process of its own, whose memory no other shares. */
const oneProcess = (row: SharedRow, onWrite: () => number = () => 0) => {
	const context = row.startProcess(onWrite);
	const id = `workflow ${++processes}`;
	return { ...context, getWorkflow: () => ({ id }) } as unknown as typeof context;
};

describe('in one process', () => {
	test('20,000 events come once, each with one write of the list', async () => {
		let writes = 0;
		const context = oneProcess(new SharedRow(), () => ++writes * 0);
		const all = Array.from({ length: 20_000 }, (_, n) => `event ${n}`);
		const had: string[] = [];
		for (let from = 0; from < all.length; from += 1000) {
			const some = all.slice(from, from + 1000).map((id) => event(id));
			had.push(...(await played(run(new EventMemory(context, LOCAL), some), 0)));
			const again = await played(run(new EventMemory(context, LOCAL), some), 0);
			expect(again).toEqual([]);
		}
		expect(had).toEqual(all);
		// One for each thousand, when they are done.
		expect(writes).toBe(20);
	});

	test('does not run an event again for a repeat when its end could not be noted', async () => {
		const context = oneProcess(new SharedRow());
		await played(run(new EventMemory(context, LOCAL), [event('noted')]));
		const record = jest.spyOn(context.helpers, 'checkProcessedAndRecord');
		const memory = new EventMemory(context, LOCAL);
		const { ours } = await played(memory.claim([event('a')]));
		record.mockRejectedValue(new Error('The database is locked'));
		const failed = expect(new EventMemory(context, LOCAL).finish(ours)).rejects.toThrow('locked');
		await played(failed);
		record.mockRestore();
		expect(await played(run(new EventMemory(context, LOCAL), [event('a')]))).toEqual([]);
	});

	test('keeps an event busy while it is worked on, and frees it when it is given back', async () => {
		const context = oneProcess(new SharedRow());
		const first = new EventMemory(context, LOCAL);
		const { ours } = await played(first.claim([event('a')]));
		const second = new EventMemory(context, LOCAL);
		expect(await played(second.claim([event('a')]))).toMatchObject({
			ours: [],
			busy: [{ id: 'a' }],
		});
		await played(first.release(ours));
		expect(await played(run(second, [event('a')]))).toEqual(['a']);
	});

	describe('beside a trigger of the other kind', () => {
		const BESIDE = { ...LOCAL, isBeside: true };
		const push = (id: string) => event(id, { records: ['record'] });
		const record = (id: string) => event(id, { records: ['record'], isPolled: true });

		test.each([
			['a push and then its record', push('a'), record('b')],
			['a record and then its push', record('a'), push('b')],
		])('%s are one event, also after a restart', async (_, first, second) => {
			const row = new SharedRow();
			const context = oneProcess(row);
			expect(await played(run(new EventMemory(context, BESIDE), [first]))).toEqual(['a']);
			expect(await played(run(new EventMemory(context, BESIDE), [second]))).toEqual([]);
			const restarted = new EventMemory(oneProcess(row), BESIDE);
			expect(await played(run(restarted, [second]))).toEqual([]);
		});

		test('two pushes that records do not tell apart are two events', async () => {
			const context = oneProcess(new SharedRow());
			for (const id of ['a', 'b']) {
				expect(await played(run(new EventMemory(context, BESIDE), [push(id)]))).toEqual([id]);
			}
		});
	});

	test.each([1, 2])(
		'n8n killed at write %i of a question about an event loses nothing',
		async (at) => {
			const row = new SharedRow();
			await played(run(new EventMemory(oneProcess(row), LOCAL), [event('done')]));
			let writes = 0;
			// From its second write on, the process is dead.
			const killed = oneProcess(row, () => (++writes >= at ? 1e9 : 0));
			void new EventMemory(killed, LOCAL).claim([event('cut off')]);
			await jest.advanceTimersByTimeAsync(MINUTE);
			const next = new EventMemory(oneProcess(row), LOCAL);
			expect(await played(run(next, [event('done'), event('cut off')]))).toEqual(['cut off']);
			const last = new EventMemory(oneProcess(row), LOCAL);
			expect(await played(run(last, [event('done'), event('cut off')]))).toEqual([]);
		},
	);

	test('marks are forgotten when nothing can bring them back, not by their number', async () => {
		const row = new SharedRow();
		const context = oneProcess(row);
		for (let day = 0; day < 30; day++) {
			const some = Array.from({ length: 50 }, (_, n) => event(`${day}-${n}`));
			await played(run(new EventMemory(context, LOCAL), some), DAY);
		}
		// Two for each.
		expect(row.marks.length).toBeGreaterThanOrEqual(7 * 100);
		expect(row.marks.length).toBeLessThanOrEqual(9 * 100);
	});
});

describe('in several processes', () => {
	const start = (row: SharedRow, delay: () => number = () => 0) =>
		new EventMemory(oneProcess(row, delay), QUEUE);

	test('keeps an event done', async () => {
		const row = new SharedRow();
		expect(await played(run(start(row), [event('a')]))).toEqual(['a']);
		await jest.advanceTimersByTimeAsync(DAY);
		expect(await played(run(start(row), [event('a')]))).toEqual([]);
	});

	test('leaves an event that was cut off to whoever took it for half an hour, and brings it again within one', async () => {
		const row = new SharedRow();
		await played(start(row).claim([event('a')]));
		// To ask does not make it last longer.
		for (let minutes = 1; minutes < 30; minutes++) {
			expect(await played(start(row).claim([event('a')]))).toMatchObject({ ours: [] });
		}
		await jest.advanceTimersByTimeAsync(16 * MINUTE);
		expect(await played(run(start(row), [event('a')]))).toEqual(['a']);
		await jest.advanceTimersByTimeAsync(DAY);
		expect(await played(run(start(row), [event('a')]))).toEqual([]);
	});

	test.each([1, 2, 3])(
		'loses nothing when a worker is killed at write %i of a claim',
		async (at) => {
			const row = new SharedRow();
			await played(start(row).claim([event('a')]));
			await jest.advanceTimersByTimeAsync(60 * MINUTE);
			let writes = 0;
			void start(row, () => (++writes >= at ? 1e9 : 0)).claim([event('a')]);
			await jest.advanceTimersByTimeAsync(60 * MINUTE);
			expect(await played(run(start(row), [event('a')]))).toEqual(['a']);
		},
	);

	test.each(SEEDS)(
		'keeps done what two workers have done, though both write at the same time (seed %i)',
		async (seed) => {
			const row = new SharedRow();
			const delay = numbersBelow(60, seed);
			const begin = numbersBelow(1000, seed + 100);
			const workers = [oneProcess(row, delay), oneProcess(row, delay)];
			const all = Array.from({ length: 10 }, (_, n) => `event ${n}`);
			const runs = all.map(async (id, n) => {
				await pause(begin());
				return await run(new EventMemory(workers[n % 2] as (typeof workers)[0], QUEUE), [
					event(id),
				]);
			});
			await played(Promise.all(runs));
			await jest.advanceTimersByTimeAsync(60 * MINUTE);
			expect(
				await played(
					run(
						start(row),
						all.map((id) => event(id)),
					),
				),
			).toEqual([]);
		},
	);

	test('recognizes a repeat that n8n had stored when it was killed, and runs afterwards', async () => {
		const row = new SharedRow();
		expect(await played(run(new EventMemory(oneProcess(row), LOCAL), [event('a')]))).toEqual(['a']);
		expect(await played(run(start(row), [event('a')]))).toEqual([]);
	});

	test('frees at once what is given back', async () => {
		const row = new SharedRow();
		const memory = start(row);
		const { ours } = await played(memory.claim([event('a')]));
		await played(memory.release(ours));
		expect(await played(run(start(row), [event('a')]))).toEqual(['a']);
	});

	test('gives an event to one of two that get it a moment after each other', async () => {
		const row = new SharedRow();
		const [first, second] = [
			run(start(row), [event('a')]),
			pause(50).then(() => run(start(row), [event('a')])),
		];
		expect((await played(Promise.all([first, second]))).flat()).toEqual(['a']);
	});

	test('writes the list four times for a first push', async () => {
		let writes = 0;
		await played(
			run(
				start(new SharedRow(), () => ++writes * 0),
				[event('a')],
			),
		);
		expect(writes).toBe(4);
	});
});
