import type { IExecuteFunctions } from 'n8n-workflow';
import { chunk } from '../../../gateway/values/lists';
import { MarkList } from '../../../nodes/n8n/markList';
import { claim } from '../../../nodes/TextMe/run/keys';

let processes = 0;

/** n8n's list as several processes see it: read, changed and written without a lock (2.41.1, deduplication-helper). */
class SharedRow {
	private row: readonly string[] = [];

	get marks(): readonly string[] {
		return this.row;
	}

	/**
	 * The context of another worker.
	 * @param delay milliseconds from read to write of this process's next call
	 * @param failure the error of the next call, which is stored nevertheless
	 */
	startProcess(
		delay: () => number,
		failure: () => Error | undefined = () => undefined,
	): IExecuteFunctions {
		const change = async (changed: (read: readonly string[]) => readonly string[]) => {
			const read = this.row;
			await pause(delay());
			this.row = changed(read);
			const error = failure();
			if (error) throw error;
			return read;
		};
		const added = (row: readonly string[], marks: string[]) => [...new Set([...row, ...marks])];
		// `MarkList` keeps one list per node, so another node ID stands for another process with the same row.
		const id = `process ${++processes}`;
		return {
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id }),
			getExecutionId: () => id,
			instanceSettings: { isWorker: true },
			// A warning fails the test.
			logger: {},
			helpers: {
				checkProcessedAndRecord: async (
					marks: string[],
					_: unknown,
					{ maxEntries }: { maxEntries: number },
				) => {
					const read = await change((row) => added(row, marks).slice(-maxEntries));
					const known = new Set(read);
					return { processed: marks.filter((mark) => known.has(mark)), new: [] };
				},
				removeProcessed: async (marks: string[], _: unknown, { mode }: { mode: string }) => {
					expect(mode).toBe('entries');
					const removed = new Set(marks);
					await change((row) => row.filter((mark) => !removed.has(mark)));
				},
			},
		} as unknown as IExecuteFunctions;
	}
}

async function pause(ms: number): Promise<void> {
	await new Promise<void>((resolve) => setTimeout(resolve, ms));
}

/** Numbers below `limit` in a fixed pseudo-random order (Lehmer's generator). */
function numbersBelow(limit: number, seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return (state / 2_147_483_647) * limit;
	};
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

const SEEDS = Array.from({ length: 40 }, (_, n) => n + 1);
const KEYS = ['order 1', 'order 2', 'order 3'];
/** What four executions want. */
const WANTED = [KEYS, KEYS.slice(1), KEYS.slice(2), [...KEYS].reverse()];
const instantly = () => 0;

/** Advances an hour, which is longer than any work. */
async function played<T>(work: Promise<T>): Promise<T> {
	await jest.advanceTimersByTimeAsync(3_600_000);
	return await work;
}

/** The milliseconds of n8n's clock that some work takes. */
async function durationOf(work: Promise<unknown>): Promise<number> {
	const begin = Date.now();
	let end = 0;
	await played(work.then(() => (end = Date.now())));
	return end - begin;
}

/** Sends a text under each key that it may use. */
async function send(context: IExecuteFunctions, wanted: string[]): Promise<string[]> {
	const used = await claim(context, wanted);
	return wanted.filter((key) => !used.has(key));
}

/** `send` with a claim for each key. */
async function sendOneByOne(context: IExecuteFunctions, wanted: string[]): Promise<string[]> {
	const sent = [];
	for (const key of wanted) sent.push(...(await send(context, [key])));
	return sent;
}

/** Another worker that marks keys as used. */
const useUp = (row: SharedRow, keys: string[], delay: () => number = instantly) =>
	MarkList.of(row.startProcess(delay)).record(keys);

/** Another execution of the only process of an n8n that is not in queue mode. */
const alone = (context: IExecuteFunctions): IExecuteFunctions =>
	({ ...context, instanceSettings: { isWorker: false } }) as unknown as IExecuteFunctions;

describe('in the only process', () => {
	test('writes the list once for a key, and waits for nothing', async () => {
		let writes = 0;
		const context = alone(new SharedRow().startProcess(() => ++writes * 0));
		expect(await durationOf(send(context, ['a']))).toBe(0);
		expect(writes).toBe(1);
	});

	test.each(SEEDS)('executions that overlap have each key once (seed %i)', async (seed) => {
		const context = new SharedRow().startProcess(numbersBelow(3000, seed));
		const start = numbersBelow(6000, seed + 100);
		const all = WANTED.map(async (own, n) => {
			await pause(start());
			return await (n % 2 ? send : sendOneByOne)(alone(context), own);
		});
		expect((await played(Promise.all(all))).flat().sort()).toEqual(KEYS);
	});
});

test('claims all keys again when another worker wrote over them', async () => {
	const row = new SharedRow();
	const first = row.startProcess(() => 100);
	const second = row.startProcess(() => 300);
	// The second worker reads before the first has written, and writes after it.
	const sent = await played(Promise.all([send(first, ['a', 'b', 'c']), send(second, ['b'])]));
	expect(sent).toEqual([['a', 'c'], ['b']]);
});

describe.each([
	['together', send, 1800],
	['one after the other', sendOneByOne, 500],
])('workers that want some of each other’s keys claim them %s', (_, sendAll, slowest) => {
	test.each(SEEDS)('each is had once (seed %i)', async (seed) => {
		const row = new SharedRow();
		const delay = numbersBelow(slowest, seed);
		const start = numbersBelow(3000, seed + 100);
		const all = WANTED.map(async (own) => {
			await pause(start());
			return await sendAll(row.startProcess(delay), own);
		});
		const sent = (await played(Promise.all(all))).flat();
		expect(sent.sort()).toEqual(KEYS);
	});
});

test.each(SEEDS)('gives a key behind many used ones to one worker (seed %i)', async (seed) => {
	const row = new SharedRow();
	const used = Array.from({ length: 59 }, (_, n) => `used ${n}`);
	await played(useUp(row, used));
	const start = numbersBelow(500, seed);
	const all = [1, 2].map(async (process) => {
		const context = row.startProcess(numbersBelow(300, seed * 10 + process));
		await pause(start());
		const sent = [];
		for (const group of chunk([...used, 'new'], 20)) sent.push(...(await send(context, group)));
		return sent;
	});
	expect((await played(Promise.all(all))).flat()).toEqual(['new']);
});

test.each([0.6, 3000])(
	'sends once, and nobody else does, when it stalls for %f s between its claim and its request',
	async (seconds) => {
		const row = new SharedRow();
		const sent = await played(send(row.startProcess(instantly), KEYS));
		await jest.advanceTimersByTimeAsync(seconds * 1000);
		expect(await played(send(row.startProcess(instantly), KEYS))).toEqual([]);
		expect(sent).toEqual(KEYS);
	},
);

test('sends although a write waits for that of another execution of the worker', async () => {
	const context = new SharedRow().startProcess(() => 1500);
	const soon = async (key: string, ms: number) => {
		await pause(ms);
		return await send(context, [key]);
	};
	const all = Promise.all([soon('a', 0), soon('b', 100), soon('c', 1600)]);
	expect((await played(all)).flat()).toEqual(['a', 'b', 'c']);
});

test('a key that was only looked up is free for a later run', async () => {
	const row = new SharedRow();
	const found = MarkList.of(row.startProcess(instantly)).find(['a']);
	expect(await played(found)).toEqual(new Set());
	expect(await played(send(row.startProcess(instantly), ['a']))).toEqual(['a']);
});

/** A list of n8n of which one write fails after it was stored. */
const failingAt = (row: SharedRow, write: number) => {
	let writes = 0;
	const failure = () => (writes++ === write ? new Error('Connection terminated') : undefined);
	return row.startProcess(instantly, failure);
};

test.each([
	['a key used before, when the claim fails', true, 0],
	['a new key, when the claim fails', false, 0],
	['a new key, when what confirms the claim fails', false, 1],
])('does not send when a write fails and may have been stored: %s', async (_, isUsed, write) => {
	const row = new SharedRow();
	if (isUsed) await played(send(row.startProcess(instantly), ['a']));
	const claimed = expect(send(failingAt(row, write), ['a'])).rejects.toThrow('terminated');
	await played(claimed);
});

test.each([
	'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId',
	'duplicate key value violates unique constraint "PK_processed_data"',
	'SQLITE_BUSY: database is locked',
])('sends after an error that stored nothing: %s', async (message) => {
	const context = new SharedRow().startProcess(instantly);
	const failed = jest.spyOn(context.helpers, 'checkProcessedAndRecord');
	for (const error of [1, 2].map(() => new Error(message))) failed.mockRejectedValueOnce(error);
	expect(await played(send(context, ['a']))).toEqual(['a']);
});

test('removes no mark twice when n8n’s database fails in between', async () => {
	const row = new SharedRow();
	const context = row.startProcess(instantly);
	const marks = Array.from({ length: 120 }, (_, n) => `mark ${n}`);
	await played(MarkList.of(context).record(marks));
	const other = MarkList.of(row.startProcess(instantly));
	const { helpers } = context;
	const remove = helpers.removeProcessed.bind(helpers);
	const removed = jest.spyOn(helpers, 'removeProcessed').mockImplementationOnce(remove);
	removed.mockImplementationOnce(async () => {
		await other.record(['mark 0']);
		throw new Error('SQLITE_BUSY: database is locked');
	});
	await played(MarkList.of(context).forget(marks));
	expect(row.marks).toEqual(['mark 0']);
});

test('checks again a claim that it wrote anew, because a second late write may undo it', async () => {
	const row = new SharedRow();
	const late = () => useUp(row, ['other'], () => 1_900);
	void late();
	void pause(2_000).then(late);
	expect(await played(send(row.startProcess(instantly), ['a']))).toEqual(['a']);
	expect(await played(send(row.startProcess(instantly), ['a']))).toEqual([]);
});

test('a worker writes the list twice for a key, and waits two seconds', async () => {
	let writes = 0;
	const context = new SharedRow().startProcess(() => ++writes * 0);
	expect(await durationOf(send(context, ['a']))).toBeCloseTo(2000, -1);
	expect(writes).toBe(2);
});
