// `npx tsx bench/memory.mts` measures the cost of remembering 1,000, 10,000 and 100,000 events or keys.
import { createHash } from 'node:crypto';
import {
	currentState,
	firstState,
	hadIn,
	nextReading,
	nextState,
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
	Array.from({ length: size }, (_, n) => String(n).padStart(11, '0'));

/** The state of a poller that has handed over these events. */
const stateOf = (ids: string[]): PollState => ({
	...firstState('node', 'settings', NOW),
	had: { [Math.floor(NOW / 3_600_000)]: ids.join('') },
});

/** A poll that finds all these events again, and one more. */
function pollAgain(stored: string, found: string[]): string {
	const state = currentState(JSON.parse(stored) as PollState, 'settings', NOW);
	const had = hadIn(state);
	const ids = [...found, 'new12345678'].filter((id) => !had.has(id));
	const reading = nextReading(state, NOW, 24);
	return JSON.stringify(nextState(state, { ids, reading, until: NOW, now: NOW }));
}

console.table(
	Object.fromEntries(
		SIZES.map((size) => {
			const found = events(size);
			const [list, state] = [listOf(size), JSON.stringify(stateOf(found))];
			const [note, poll] = [
				milliseconds(() => noteOne(list)),
				milliseconds(() => pollAgain(state, found)),
			];
			return [
				size,
				{
					'list, kB': Math.round(list.length / 1000),
					'a mark, ms': note.toFixed(2),
					'poller, kB': Math.round(state.length / 1000),
					'a poll, ms': poll.toFixed(2),
				},
			];
		}),
	),
);
