// `npx tsx bench/memory.mts` measures what remembering costs: the marks of an event and of a key, for how many days they are
// remembered, and the time that n8n's list takes. Without n8n's database.
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
} from '../nodes/TextMePollingTrigger/pollState';
import { SharedRow } from '../test/unit/memory/sharedRow.mts';
import { median } from './figures.mts';

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 15;
const NOW = Date.now();

const hashOf = (mark: string) => createHash('md5').update(mark).digest('base64');

for (const size of SIZES) {
	const data = Array.from({ length: size }, (_, n) => hashOf(String(n)));
	const stored = JSON.stringify({ mode: 'entries', data });
	const times = Array.from({ length: ROUNDS }, () => {
		const begin = performance.now();
		// Adds a mark as n8n 2.41.1 does (deduplication-helper, handleHashedItems), but without the database.
		const list = JSON.parse(stored) as { data: string[] };
		if (!new Set(list.data).has(hashOf('another'))) list.data.push(hashOf('another'));
		JSON.stringify(list);
		return performance.now() - begin;
	});
	const took = median(times).toFixed(2);
	console.log(`A mark beside ${size}: ${took} ms, ${stored.length / size} bytes each`);
}

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
		const ids = Array.from({ length: Math.round(perDay / 24) }, (_, n) =>
			`${hour}-${n}`.padStart(11, '0'),
		);
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
