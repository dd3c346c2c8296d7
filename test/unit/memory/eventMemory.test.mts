import type { Settings, Thing } from '../../../nodes/memory/eventMemory';
import { EventMemory } from '../../../nodes/memory/eventMemory';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);

const LOCAL: Settings = {
	scope: 'node',
	keepMs: 7 * DAY,
	isElsewhere: false,
	isShared: false,
	hasAliases: false,
	leftBehindAfterMs: 45 * MINUTE,
};
const QUEUE: Settings = { ...LOCAL, isElsewhere: true, isShared: true };

const thing = (id: string, happenedAt = Date.now()): Thing => ({
	id,
	aliases: [],
	looks: [],
	happenedAt,
});
const ids = (things: Thing[]) => things.map(({ id }) => id);

async function played<T>(work: Promise<T>, ms = MINUTE): Promise<T> {
	await jest.advanceTimersByTimeAsync(ms);
	return await work;
}

/** What of all things comes to whoever claims them, and is done. */
async function run(memory: EventMemory, things: Thing[]): Promise<string[]> {
	const { ours } = await memory.claim(things);
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
	test('20,000 things come once, each with one write of the list', async () => {
		let writes = 0;
		const context = oneProcess(new SharedRow(), () => ++writes * 0);
		const all = Array.from({ length: 20_000 }, (_, n) => `event ${n}`);
		const had: string[] = [];
		for (let from = 0; from < all.length; from += 1000) {
			const some = all.slice(from, from + 1000).map((id) => thing(id));
			had.push(...(await played(run(new EventMemory(context, LOCAL), some), 0)));
			const again = await played(run(new EventMemory(context, LOCAL), some), 0);
			expect(again).toEqual([]);
		}
		expect(had).toEqual(all);
		// One for the thousand when they are done, one when they come again.
		expect(writes).toBe(40);
	});

	test('while a thing is being worked on, it is busy; given back, it is free', async () => {
		const context = oneProcess(new SharedRow());
		const first = new EventMemory(context, LOCAL);
		const { ours } = await played(first.claim([thing('a')]));
		const second = new EventMemory(context, LOCAL);
		expect(await played(second.claim([thing('a')]))).toMatchObject({
			ours: [],
			busy: [{ id: 'a' }],
		});
		await played(first.release(ours));
		expect(await played(run(second, [thing('a')]))).toEqual(['a']);
	});

	test('a name that another goes by tells it', async () => {
		const context = oneProcess(new SharedRow());
		const settings = { ...LOCAL, hasAliases: true };
		const push = { ...thing('push'), aliases: ['pushed x'], looks: ['polled x'] };
		const record = { ...thing('record'), aliases: ['polled x'], looks: ['pushed x'] };
		expect(await played(run(new EventMemory(context, settings), [push]))).toEqual(['push']);
		expect(await played(run(new EventMemory(context, settings), [record]))).toEqual([]);
	});

	test('marks are forgotten when nothing can bring them back, not by their number', async () => {
		const row = new SharedRow();
		const context = oneProcess(row);
		for (let day = 0; day < 30; day++) {
			const some = Array.from({ length: 50 }, (_, n) => thing(`${day}-${n}`));
			await played(run(new EventMemory(context, LOCAL), some), DAY);
		}
		expect(row.marks.length).toBeGreaterThanOrEqual(7 * 50);
		expect(row.marks.length).toBeLessThanOrEqual(9 * 50);
	});
});

describe('in several processes', () => {
	const start = (row: SharedRow, delay: () => number = () => 0) =>
		new EventMemory(oneProcess(row, delay), QUEUE);

	test('a thing that is done stays done', async () => {
		const row = new SharedRow();
		expect(await played(run(start(row), [thing('a')]))).toEqual(['a']);
		await jest.advanceTimersByTimeAsync(DAY);
		expect(await played(run(start(row), [thing('a')]))).toEqual([]);
	});

	test('a thing that was cut off is left to whoever took it for half an hour at least, and comes again within one', async () => {
		const row = new SharedRow();
		await played(start(row).claim([thing('a')]));
		// To ask does not make it last longer.
		for (let minutes = 1; minutes < 30; minutes++) {
			expect(await played(start(row).claim([thing('a')]))).toMatchObject({ ours: [] });
		}
		await jest.advanceTimersByTimeAsync(16 * MINUTE);
		expect(await played(run(start(row), [thing('a')]))).toEqual(['a']);
		await jest.advanceTimersByTimeAsync(DAY);
		expect(await played(run(start(row), [thing('a')]))).toEqual([]);
	});

	test.each(SEEDS)(
		'what two workers have done stays done, though both write at the same time (seed %i)',
		async (seed) => {
			const row = new SharedRow();
			const delay = numbersBelow(60, seed);
			const begin = numbersBelow(1000, seed + 100);
			const workers = [oneProcess(row, delay), oneProcess(row, delay)];
			const all = Array.from({ length: 10 }, (_, n) => `event ${n}`);
			const runs = all.map(async (id, n) => {
				await pause(begin());
				return await run(new EventMemory(workers[n % 2] as (typeof workers)[0], QUEUE), [
					thing(id),
				]);
			});
			await played(Promise.all(runs));
			await jest.advanceTimersByTimeAsync(60 * MINUTE);
			expect(
				await played(
					run(
						start(row),
						all.map((id) => thing(id)),
					),
				),
			).toEqual([]);
		},
	);

	test('what is given back is free at once', async () => {
		const row = new SharedRow();
		const memory = start(row);
		const { ours } = await played(memory.claim([thing('a')]));
		await played(memory.release(ours));
		expect(await played(run(start(row), [thing('a')]))).toEqual(['a']);
	});

	test.each(SEEDS)(
		'of four that want the same, each thing comes to one (seed %i)',
		async (seed) => {
			const row = new SharedRow();
			const delay = numbersBelow(400, seed);
			const begin = numbersBelow(1500, seed + 100);
			const all = Array.from({ length: 4 }, async () => {
				await pause(begin());
				return await run(
					start(row, delay),
					['a', 'b', 'c'].map((id) => thing(id)),
				);
			});
			const had = (await played(Promise.all(all))).flat();
			expect(had.sort()).toEqual(['a', 'b', 'c']);
		},
	);

	test('a first push costs four writes of the list', async () => {
		let writes = 0;
		await played(
			run(
				start(new SharedRow(), () => ++writes * 0),
				[thing('a')],
			),
		);
		expect(writes).toBe(4);
	});
});
