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
import { median } from './figures.mts';

const NOW = Date.now();

function milliseconds(work: () => unknown): string {
	const times = Array.from({ length: 15 }, () => {
		const begin = performance.now();
		work();
		return performance.now() - begin;
	});
	return median(times).toFixed(2);
}

const hashOf = (text: string) => createHash('md5').update(text).digest('base64');

/** Adds a mark to the list as n8n 2.41.1 does (deduplication-helper, handleHashedItems), but without the database. */
function noteOne(stored: string): string {
	const { mode, data } = JSON.parse(stored) as { mode: string; data: string[] };
	const hash = hashOf('another');
	if (!new Set(data).has(hash)) data.push(hash);
	return JSON.stringify({ mode, data });
}

/** A poll that finds all these events again, and one more. */
function pollAgain(stored: string, found: string[]): string {
	const state = currentState(JSON.parse(stored) as PollState, 'settings', NOW);
	const had = hadIn(state);
	const ids = [...found, 'new12345678'].filter((id) => !had.has(id));
	const reading = nextReading(state, NOW, 24);
	return JSON.stringify(nextState(state, { ids, reading, until: NOW, now: NOW }));
}

for (const size of [1_000, 10_000, 100_000]) {
	const ids = Array.from({ length: size }, (_, n) => String(n).padStart(11, '0'));
	const list = JSON.stringify({ mode: 'entries', data: ids.map(hashOf) });
	const had = { [Math.floor(NOW / 3_600_000)]: ids.join('') };
	const state = JSON.stringify({ ...firstState('node', 'settings', NOW), had });
	console.log(size, {
		'list, kB': Math.round(list.length / 1000),
		'a mark, ms': milliseconds(() => noteOne(list)),
		'poller, kB': Math.round(state.length / 1000),
		'a poll, ms': milliseconds(() => pollAgain(state, ids)),
	});
}
