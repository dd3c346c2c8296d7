// `npx tsx bench/memory.mts` measures what remembering costs: the marks of an event and of a key, for how many days they are
// remembered, and the time that n8n's list and the poller's state take. In about two minutes, without n8n's database.
import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Arrival } from '../nodes/events/arrival';
import { polledArrivals, pushArrival } from '../nodes/events/arrival';
import { FEEDS } from '../nodes/events/feeds';
import { readEvent, readPush } from '../nodes/events/pushEvent';
import { takePolled, takePushed } from '../nodes/events/takeEvents';
import { CLAIM, KeyMemory } from '../nodes/memory/keyMemory';
import {
	currentState,
	firstState,
	hadIn,
	nextState,
	type PollState,
} from '../nodes/TextMePollingTrigger/pollState';
import { writeTime } from '../sandbox/israelTime.mts';
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

/** What our code gets in an execution of a trigger, alone or beside one of the other kind. */
function execution(row: SharedRow, isBeside: boolean): IExecuteFunctions {
	const types = ['textMeTrigger', ...(isBeside ? ['textMePollingTrigger'] : [])];
	const process = row.startProcess(() => 0);
	const { id } = process.getNode();
	return {
		...process,
		getNode: () => ({ id, name: 'Trigger', type: 'n8n-nodes-textme.textMeTrigger' }),
		getMode: () => 'webhook',
		getChildNodes: () => [{ name: 'After' }],
		getParentNodes: () => types.map((type) => ({ type: `n8n-nodes-textme.${type}` })),
	} as unknown as IExecuteFunctions;
}

/** The nth event of a feed: another person and another minute than the one before. */
function fieldsOf(feed: (typeof FEEDS)[number], n: number): Record<string, string> {
	const date = writeTime(NOW + n * 60_000, 'second');
	const phone = `97250${1_000_000 + (n % 1_000_000)}`;
	const own = { external_id: `order-${n}`, shipment_id: String(n), dest: phone, phone };
	return Object.fromEntries(
		Object.entries({ ...feed.sample, date }).map(([name, value]) => [
			name,
			(own as Record<string, string>)[name] ?? value,
		]),
	);
}

type Take = (context: IExecuteFunctions, arrivals: Arrival[]) => Promise<Arrival[]>;
const PUSHED = { dropsRepeats: true, isAnsweredLater: false };
const push: Take = async (context, arrivals) => await takePushed(context, arrivals, PUSHED);

const BATCH = 1_000;

/** The marks of an event, and how many later events push it out of the list. */
async function remembered(
	name: string,
	isBeside: boolean,
): Promise<{ marks: number; last: number }> {
	const feed = FEEDS.find(({ value }) => value === name) ?? FEEDS[0];
	if (!feed) throw new Error('No feed');
	const row = new SharedRow();
	const context = execution(row, isBeside);
	const batchOf = (from: number) => {
		const all = Array.from({ length: BATCH }, (_, n) => fieldsOf(feed, from + n));
		const pushes = all.map((raw) => pushArrival(readPush(raw), raw as IDataObject, 'node'));
		const records = polledArrivals(
			all.map((raw) => ({ event: readEvent(feed, raw), raw: raw as IDataObject })),
			'account',
		);
		return { pushes, records };
	};
	const first = batchOf(0).pushes.slice(0, 1);
	let marks = 0;
	for (let events = 0; ; events += BATCH) {
		const { pushes, records } = batchOf(events);
		const taken = (await push(context, pushes)).length;
		if (isBeside) await takePolled(context, records);
		if (events === 0) marks = row.marks.length / BATCH;
		if (taken !== BATCH)
			throw new Error(`${BATCH - taken} events of ${name} were taken for others`);
		if ((await push(context, first)).length > 0) return { marks, last: events };
	}
}

async function rememberedKeys(): Promise<{ marks: number; last: number }> {
	CLAIM.settledMs = 0;
	const row = new SharedRow();
	const batchOf = (from: number) => Array.from({ length: BATCH }, (_, n) => `key ${from + n}`);
	let marks = 0;
	for (let keys = 0; ; keys += BATCH) {
		const run = new KeyMemory(row.startProcess(() => 0));
		await run.claim(batchOf(keys));
		await run.use(batchOf(keys));
		if (keys === 0) marks = row.marks.length / BATCH;
		const later = new KeyMemory(row.startProcess(() => 0));
		if ((await later.usedBefore(['key 0'])).size === 0) return { marks, last: keys };
	}
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
const PER_DAY = [1_000, 10_000, 100_000];
const memories = {
	'Pushes (reports)': await remembered('deliveryReport', false),
	'Texts, pushed and polled': await remembered('incomingMessage', true),
	'Reports, pushed and polled': await remembered('deliveryReport', true),
	'Opt-outs, pushed and polled': await remembered('blocklistAddition', true),
	Keys: await rememberedKeys(),
};
console.table({
	...Object.fromEntries(
		Object.entries(memories).map(([name, { marks, last }]) => [
			name,
			{
				marks,
				remembered: last,
				...Object.fromEntries(PER_DAY.map((perDay) => [perDay, days(last / perDay)])),
			},
		]),
	),
	'Polled events alone': Object.fromEntries(
		PER_DAY.map((perDay) => [perDay, days(daysOfPoller(perDay))]),
	),
});
