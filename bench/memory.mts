// `npx tsx bench/memory.mts` measures what remembering costs: the marks of an event and of a key, for how many days they are
// remembered, and the time that n8n's list and the poller's state take. Without n8n's database.
import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { pushArrival } from '../nodes/events/arrival';
import { FEEDS } from '../nodes/events/feeds';
import { readPush } from '../nodes/events/pushEvent';
import { takePushed } from '../nodes/events/takeEvents';
import { KeyMemory } from '../nodes/memory/keyMemory';
import { MAX_MARKS } from '../nodes/memory/markList';
import {
	currentState,
	firstState,
	hadIn,
	nextState,
	type PollState,
} from '../nodes/TextMePollingTrigger/pollState';
import { SharedRow } from '../test/unit/memory/sharedRow.mts';
import { median } from './figures.mts';

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
	return JSON.stringify(nextState(state, ids, NOW, NOW));
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

/** The marks of one event of a feed. A push that a poll brings, too, has the marks of its record as well. */
async function marksOf(name: string, isBeside: boolean): Promise<number> {
	const raw = { ...FEEDS.find(({ value }) => value === name)?.sample };
	const row = new SharedRow();
	const types = ['textMeTrigger', ...(isBeside ? ['textMePollingTrigger'] : [])];
	const context = {
		...row.startProcess(() => 0),
		getNode: () => ({ id: 'node', name: 'Trigger', type: 'n8n-nodes-textme.textMeTrigger' }),
		getMode: () => 'webhook',
		getChildNodes: () => [{ name: 'After' }],
		getParentNodes: () => types.map((type) => ({ type: `n8n-nodes-textme.${type}` })),
	} as unknown as IExecuteFunctions;
	const settings = { dropsRepeats: true, isAnsweredLater: false };
	await takePushed(context, [pushArrival(readPush(raw), raw, 'node')], settings);
	return row.marks.length;
}

/** The marks of a key in a run of a thousand. */
async function marksOfKey(): Promise<number> {
	const row = new SharedRow();
	const keys = Array.from({ length: 1000 }, (_, n) => `order ${n}`);
	await new KeyMemory(row.startProcess(() => 0)).claim(keys);
	return row.marks.length / keys.length;
}

/** For how many days a poller knows what it has handed over. */
function daysOfPoller(perDay: number): number {
	const first = '0'.repeat(11);
	let state = nextState(firstState('node', 'settings', NOW), [first], NOW, NOW);
	for (let hour = 1; ; hour++) {
		const now = NOW + hour * 3_600_000;
		const ids = events(Math.round(perDay / 24)).map((_, n) => `${hour}-${n}`.padStart(11, '0'));
		state = nextState(currentState(state, 'settings', now, now), ids, now, now);
		if (!hadIn(state).has(first)) return hour / 24;
	}
}

const days = (value: number) =>
	value < 1 ? `${Math.floor(value * 24)} h` : `${Math.floor(value)} d`;
const perDay = (daysAt: (perDay: number) => number) =>
	Object.fromEntries(SIZES.map((size) => [size, days(daysAt(size))]));
const marks = {
	Pushes: await marksOf('deliveryReport', false),
	'Texts, pushed and polled': await marksOf('incomingMessage', true),
	'Reports, pushed and polled': await marksOf('deliveryReport', true),
	'Opt-outs, pushed and polled': await marksOf('blocklistAddition', true),
	Keys: await marksOfKey(),
};
console.table({
	...Object.fromEntries(
		Object.entries(marks).map(([name, each]) => [
			name,
			{ marks: each, ...perDay((size) => MAX_MARKS / each / size) },
		]),
	),
	'Polled alone': perDay(daysOfPoller),
});
