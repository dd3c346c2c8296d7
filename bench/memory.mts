// `npx tsx bench/memory.mts` measures the cost of remembering 1,000, 10,000 and 100,000 events or keys.
import { createHash } from 'node:crypto';
import {
	advance,
	firstState,
	HandedOver,
	nextReading,
	type PollState,
} from '../nodes/TextMePollingTrigger/pollState';
import { median } from './statistics.mts';

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 15;
const NOW = Date.now();

function milliseconds(work: () => unknown): number {
	const times = Array.from({ length: ROUNDS }, () => {
		const begin = performance.now();
		work();
		return performance.now() - begin;
	});
	return median(times);
}

/** Adds a mark to the list as n8n 2.41.1 does (deduplication-helper, handleHashedItems), but without the database. */
function noteOne(stored: string): string {
	const { mode, data } = JSON.parse(stored) as { mode: string; data: string[] };
	const hash = createHash('md5').update('another').digest('base64');
	if (!new Set(data).has(hash)) data.push(hash);
	return JSON.stringify({ mode, data });
}

const listOf = (size: number) =>
	JSON.stringify({
		mode: 'entries',
		data: Array.from({ length: size }, (_, n) =>
			createHash('md5').update(String(n)).digest('base64'),
		),
	});

const events = (size: number) =>
	Array.from({ length: size }, (_, n) => ({ id: String(n).padStart(11, '0') }));

/** The state of a poller that has handed over `size` events. */
function stateOf(size: number): PollState {
	const first = firstState(NOW);
	return {
		...first,
		done: {
			[Math.floor(NOW / 3_600_000)]: events(size)
				.map(({ id }) => id)
				.join(''),
		},
	};
}

/** A poll that finds all these events again, and one more. */
function pollAgain(stored: string, found: Array<{ id: string }>): string {
	const state = JSON.parse(stored) as PollState;
	const { next } = advance(state, new HandedOver(state), {
		found: [...found, { id: 'new12345678' }],
		progress: () => undefined,
		isDone: () => false,
		runsHere: true,
		reading: nextReading(state, NOW, 24),
		until: NOW,
		now: NOW,
	});
	return JSON.stringify(next);
}

console.table(
	Object.fromEntries(
		SIZES.map((size) => {
			const [list, state, found] = [listOf(size), JSON.stringify(stateOf(size)), events(size)];
			const [empty, first] = [listOf(0), JSON.stringify(stateOf(0))];
			const [note, poll] = [
				milliseconds(() => noteOne(list)),
				milliseconds(() => pollAgain(state, found)),
			];
			return [
				size,
				{
					'list, kB': Math.round(list.length / 1000),
					'a mark, ms': note.toFixed(2),
					'times an empty list': Math.round(note / milliseconds(() => noteOne(empty))),
					'poller, kB': Math.round(state.length / 1000),
					'a poll, ms': poll.toFixed(2),
					'per event found, µs': ((poll / size) * 1000).toFixed(2),
					'times an empty poller': Math.round(poll / milliseconds(() => pollAgain(first, []))),
				},
			];
		}),
	),
);
