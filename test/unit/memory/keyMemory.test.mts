import type { IExecuteFunctions } from 'n8n-workflow';
import { chunk } from '../../../gateway/values/lists';
import { KeyMemory } from '../../../nodes/memory/keyMemory';
import { MarkList } from '../../../nodes/memory/markList';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

/** Runs each timer 90 ms late while n8n is busy, until mocks are restored. */
function runTimersLate(isBusy: () => boolean = () => true): void {
	const timer = setTimeout;
	const late = (run: () => void, ms = 0) => timer(run, isBusy() ? ms + 90 : ms);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(late);
}

const SEEDS = Array.from({ length: 40 }, (_, n) => n + 1);
const KEYS = ['order 1', 'order 2', 'order 3'];
const instantly = () => 0;

/** Advances an hour, which is longer than any work. */
async function played<T>(work: Promise<T>): Promise<T> {
	await jest.advanceTimersByTimeAsync(3_600_000);
	return await work;
}

/** Sends a text under each key that it may use. */
async function send(keys: KeyMemory, wanted: string[], isSent = true): Promise<string[]> {
	await keys.claim(wanted);
	const sent: string[] = [];
	for (const key of wanted) {
		if ((await keys.use([key])).get(key) !== 'ours') continue;
		if (isSent) sent.push(key);
		else keys.release([key]);
	}
	await keys.free();
	return sent;
}

/** `send` with all requests at once. */
async function sendSideBySide(keys: KeyMemory, wanted: string[]): Promise<string[]> {
	await keys.claim(wanted);
	const states = await Promise.all(wanted.map(async (key) => (await keys.use([key])).get(key)));
	await keys.free();
	return wanted.filter((_, index) => states[index] === 'ours');
}

/** Another process that marks keys as used. */
const useUp = (row: SharedRow, keys: string[], delay: () => number = instantly) =>
	MarkList.of(row.startProcess(delay), 'node').record(keys.map((key) => `key|${key}`));

const startOn = (row: SharedRow, delay: () => number = instantly) =>
	new KeyMemory(row.startProcess(delay));

test('claims all keys again when another process wrote over them', async () => {
	const row = new SharedRow();
	const first = startOn(row, () => 100);
	const second = startOn(row, () => 300);
	// The second process reads before the first has written, and writes after it.
	const sent = await played(Promise.all([send(first, ['a', 'b', 'c']), send(second, ['b'])]));
	expect(sent).toEqual([['a', 'c'], ['b']]);
});

describe.each([
	['one after the other', send],
	['side by side', sendSideBySide],
])('processes that want some of each other’s keys use them %s', (_, sendAll) => {
	test.each(SEEDS)('each is had once (seed %i)', async (seed) => {
		const row = new SharedRow();
		const delay = numbersBelow(1800, seed);
		const start = numbersBelow(3000, seed + 100);
		const wanted = [KEYS, KEYS.slice(1), KEYS.slice(2), [...KEYS].reverse()];
		const all = wanted.map(async (own) => {
			await pause(start());
			return await sendAll(startOn(row, delay), own);
		});
		const sent = (await played(Promise.all(all))).flat();
		expect(sent.sort()).toEqual(KEYS);
	});
});

test.each(SEEDS)('gives a key behind many used ones to one process (seed %i)', async (seed) => {
	const row = new SharedRow();
	const used = Array.from({ length: 59 }, (_, n) => `used ${n}`);
	await played(useUp(row, used));
	const start = numbersBelow(500, seed);
	const all = [1, 2].map(async (process) => {
		const keys = startOn(row, numbersBelow(300, seed * 10 + process));
		await pause(start());
		// As `Sender` does, claims a group before it uses the one before.
		const groups = chunk([...used, 'new'], 20);
		const sent = [];
		await keys.claim(groups[0] ?? []);
		for (const [n, group] of groups.entries()) {
			await keys.claim(groups[n + 1] ?? []);
			for (const key of group) if ((await keys.use([key])).get(key) === 'ours') sent.push(key);
		}
		return sent;
	});
	expect((await played(Promise.all(all))).flat()).toEqual(['new']);
});

describe.each([0.6, 2.1, 30, 84, 3000])('a process that stalls for %f s', (seconds) => {
	test.each(SEEDS.slice(0, 10))('sends nothing twice, wherever (seed %i)', async (seed) => {
		const row = new SharedRow();
		// Milliseconds from read to write, for one of a process's first writes.
		const slowAt = seed % 4;
		let writes = 0;
		const stalling = startOn(row, () => (writes++ === slowAt ? seconds * 1000 : 5));
		const other = startOn(row, numbersBelow(300, seed));
		const start = numbersBelow(5000, seed);
		const later = async (keys: KeyMemory) => {
			await pause(start());
			return await send(keys, KEYS);
		};
		const sent = (await played(Promise.all([later(stalling), later(other)]))).flat();
		expect(sent.sort()).toEqual([...new Set(sent)]);
	});

	test('sends once, and nobody else does, between its claim and its request', async () => {
		const row = new SharedRow();
		const stalled = startOn(row);
		await played(stalled.claim(KEYS));
		await pauseFor(seconds);
		expect(await played(send(startOn(row), KEYS))).toEqual([]);
		expect(await played(send(stalled, KEYS))).toEqual(KEYS);
	});
});

const pauseFor = async (seconds: number) => await jest.advanceTimersByTimeAsync(seconds * 1000);

test('works with a clock that is 70 seconds ahead', async () => {
	const row = new SharedRow();
	const first = startOn(row);
	await played(first.claim(KEYS));
	const now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now + 70_000);
	expect(await played(send(startOn(row), KEYS))).toEqual([]);
	jest.restoreAllMocks();
	expect(await played(send(first, KEYS))).toEqual(KEYS);
});

test('sends although a write waits for that of another execution of the process', async () => {
	const context = new SharedRow().startProcess(() => 1500);
	const soon = async (key: string, ms: number) => {
		await pause(ms);
		return await send(new KeyMemory(context), [key]);
	};
	const all = Promise.all([soon('a', 0), soon('b', 100), soon('c', 1600)]);
	expect((await played(all)).flat()).toEqual(['a', 'b', 'c']);
});

test('although n8n runs each timer 90 ms late, claims a key afterwards, when a write does not take seconds any more', async () => {
	const end = performance.now() + 4_000;
	const isBusy = () => performance.now() < end;
	runTimersLate(isBusy);
	const keys = startOn(new SharedRow(), () => (isBusy() ? 3_000 : 5));
	expect(await played(send(keys, KEYS))).toEqual(KEYS);
});

test('although n8n runs each timer 90 ms late, claims a key nevertheless where that never ends', async () => {
	runTimersLate();
	expect(await played(send(startOn(new SharedRow()), KEYS))).toEqual(KEYS);
});

test('a key that was only looked up, however slowly, is free for a later run', async () => {
	const row = new SharedRow();
	let writes = 0;
	const slow = startOn(row, () => (writes++ === 0 ? 2100 : 0));
	expect(await played(slow.usedBefore(['a']))).toEqual(new Set());
	const later = startOn(row);
	await played(later.claim(['a']));
	expect((await played(later.use(['a']))).get('a')).toBe('ours');
});

/** A list of n8n of which one write fails after it was stored. */
const failingAt = (row: SharedRow, write: number) => {
	let writes = 0;
	const failure = () => (writes++ === write ? new Error('Connection terminated') : undefined);
	return new KeyMemory(row.startProcess(instantly, Infinity, failure));
};

test.each([
	['a key used before, when the claim fails', true, 0],
	['a new key, when the claim fails', false, 0],
	['a new key, when what confirms the claim fails', false, 1],
])('does not send when a write fails and may have been stored: %s', async (_, isUsed, write) => {
	const row = new SharedRow();
	if (isUsed) await played(send(startOn(row), ['a']));
	const keys = failingAt(row, write);
	await played(keys.claim(['a']));
	expect((await played(keys.use(['a']))).get('a')).toBe('unsure');
});

/** Makes the next two calls fail before anything is stored. */
function failTwice(
	{ helpers }: IExecuteFunctions,
	name: 'checkProcessedAndRecord' | 'removeProcessed',
	message: string,
) {
	const failed = jest.spyOn(helpers, name);
	failed.mockRejectedValueOnce(new Error(message)).mockRejectedValueOnce(new Error(message));
}

test.each([
	'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId',
	'duplicate key value violates unique constraint "PK_processed_data"',
	'SQLITE_BUSY: database is locked',
])('sends after an error that stored nothing: %s', async (message) => {
	const context = new SharedRow().startProcess(instantly);
	failTwice(context, 'checkProcessedAndRecord', message);
	expect(await played(send(new KeyMemory(context), ['a']))).toEqual(['a']);
});

test('removes no mark twice when n8n’s database fails in between', async () => {
	const row = new SharedRow();
	const context = row.startProcess(instantly);
	const marks = Array.from({ length: 120 }, (_, n) => `mark ${n}`);
	await played(MarkList.of(context, 'node').record(marks));
	const other = MarkList.of(row.startProcess(instantly), 'node');
	const { helpers } = context;
	const remove = helpers.removeProcessed.bind(helpers);
	const removed = jest.spyOn(helpers, 'removeProcessed').mockImplementationOnce(remove);
	removed.mockImplementationOnce(async () => {
		await other.record(['mark 0']);
		throw new Error('SQLITE_BUSY: database is locked');
	});
	await played(MarkList.of(context, 'node').forget(marks));
	expect(row.marks).toEqual(['mark 0']);
});

test('claims its keys again when a late write of another process undid them', async () => {
	const row = new SharedRow();
	void useUp(row, ['other'], () => 5_000);
	const keys = startOn(row);
	const use = async () => {
		await keys.claim(['a', 'b']);
		await keys.use(['a']);
		await pause(4_000);
		return (await keys.use(['b'])).get('b');
	};
	expect(await played(use())).toBe('ours');
	expect(await played(send(startOn(row), ['b']))).toEqual([]);
});

test('checks again a claim that it wrote anew, because a second late write may undo it', async () => {
	const row = new SharedRow();
	const late = () => useUp(row, ['other'], () => 1_900);
	void late();
	void pause(2_000).then(late);
	expect(await played(send(startOn(row), ['a']))).toEqual(['a']);
	expect(await played(send(startOn(row), ['a']))).toEqual([]);
});

test('writes the list twice for a key, and waits two seconds', async () => {
	let writes = 0;
	const keys = startOn(new SharedRow(), () => ++writes * 0);
	const begin = Date.now();
	let end = 0;
	await played(send(keys, ['a']).then(() => (end = Date.now())));
	expect(writes).toBe(2);
	// Plus 100 ms in which n8n proves not to be busy.
	expect(Math.round((end - begin) / 10)).toBe(210);
});
