import { instantOf } from '../../gateway/dates';
import { IDENTITY_CHARACTERS } from '../../gateway/eventId';
import { LOOK_BACK_MS } from '../events/takeNew';
import type { State } from '../memory/thisProcess';
import { PROCESS_ID } from '../memory/thisProcess';

/**
 * What one poll leaves for the next, kept by n8n with the workflow. Times are milliseconds since 1970. Many identities are
 * one text: n8n reads and writes all of it with every event.
 */
export interface PollState {
	version: 2;
	/** Events before the first activation, or before the chosen date, are none of ours. */
	startedAt: number;
	/** Everything before was asked for. */
	polledUntil: number;
	/** When the hours of late reports, and when the whole week, was last read again to its end. */
	hoursReadAt: number;
	weekReadAt: number;
	/** What the last poll had no time for. */
	unread?: Reading;
	/** Identities of events that are done, by the hour up to which was polled when they were handed over. */
	done: Record<string, string>;
	/** Identities of events that were handed over and are not known to be done, by the time that was. */
	open: Record<string, string>;
	/** The process that polled last. */
	process: string;
	/** Whether executions run in another process, as in queue mode: nothing is heard of their end. */
	isElsewhere: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks differ, and the gateway may show a record later than its minute. */
const OVERLAP = HOUR;
/** A poll later something must have been heard of what runs in this process. */
const HEARD_OF_AFTER = MINUTE / 2;
/** In place of the time of an event whose execution was cut off. */
const CUT_OFF = 0;
/** Where nothing is heard of its end, an event is handed over once more, together with what is nearly as old. */
const OFFERED_AGAIN_AFTER = { oldest: 55 * MINUTE, others: 46 * MINUTE };

export const firstState = (now: number, startFrom = now): PollState => ({
	version: 2,
	startedAt: startFrom,
	polledUntil: startFrom,
	hoursReadAt: now,
	weekReadAt: now,
	done: {},
	open: {},
	process: PROCESS_ID,
	isElsewhere: false,
});

type Reach = 'overlap' | 'hours' | 'week';

export interface Reading {
	from: number;
	reach: Reach;
}

/**
 * Where this poll begins. A report is found by the date of its message, which may be long before its own: so the latest hours
 * are read again once an hour, and a whole week once a day.
 */
export function nextReading(state: PollState, now: number, lateHours: number): Reading {
	if (state.unread) return state.unread;
	const back = { overlap: OVERLAP, hours: Math.max(OVERLAP, lateHours * HOUR), week: LOOK_BACK_MS };
	const isDue = { week: now - state.weekReadAt >= DAY, hours: now - state.hoursReadAt >= HOUR };
	const reach = isDue.week ? 'week' : isDue.hours ? 'hours' : 'overlap';
	return { from: state.polledUntil - back[reach], reach };
}

export function isSince(date: string | undefined, startedAt: number): boolean {
	// A record has no seconds: its minute counts as a whole.
	const instant = instantOf(date);
	// One that cannot be read must not get lost.
	return instant === undefined || instant + MINUTE > startedAt;
}

/** The events that were handed over before. */
export class HandedOver {
	readonly done: Set<string>;
	/** When they were handed over (milliseconds since 1970). */
	readonly open = new Map<string, number>();

	constructor(state: PollState) {
		this.done = new Set(Object.values(state.done).flatMap(split));
		for (const [since, ids] of Object.entries(state.open)) {
			for (const id of split(ids)) this.open.set(id, Number(since));
		}
	}

	has(id: string): boolean {
		return this.done.has(id) || this.open.has(id);
	}
}

const split = (ids: string): string[] =>
	Array.from({ length: ids.length / IDENTITY_CHARACTERS }, (_, n) =>
		ids.slice(n * IDENTITY_CHARACTERS, (n + 1) * IDENTITY_CHARACTERS),
	);

export interface Polled<T extends { id: string }> {
	/** Found in what was read, each once, oldest first. */
	found: T[];
	progress: (found: T) => State | undefined;
	/** Identities of events whose execution has ended in this process. */
	isDone: (id: string) => boolean;
	/** Whether executions of this workflow have begun in this process. */
	runsHere: boolean;
	reading: Reading;
	until: number;
	now: number;
}

/**
 * What to hand over now, and what to remember. An event that was handed over is open until its execution has ended. It is
 * handed over again when n8n was killed meanwhile, or, where nothing is heard of its end, once after an hour: `execute()` then
 * drops it if it is done.
 */
export function advance<T extends { id: string }>(
	state: PollState,
	before: HandedOver,
	polled: Polled<T>,
): { fresh: T[]; next: PollState } {
	const { now, until, reading } = polled;
	const open = new Map(before.open);
	const nowDone: string[] = [];
	const close = (id: string) => {
		open.delete(id);
		nowDone.push(id);
	};
	for (const id of open.keys()) if (polled.isDone(id)) close(id);

	const isSameProcess = state.process === PROCESS_ID;
	const waited = [...open.values()].map((since) => now - since);
	const isUnheardOf = isSameProcess && waited.some((ms) => ms >= HEARD_OF_AFTER);
	const isElsewhere = !polled.runsHere && (state.isElsewhere || isUnheardOf);
	// What runs here was cut off when the process before ended.
	if (!isSameProcess && !isElsewhere) for (const id of open.keys()) open.set(id, CUT_OFF);
	const someAreDue = [...open.values()].some((since) => now - since >= OFFERED_AGAIN_AFTER.oldest);
	const isDue = (since: number) => someAreDue && now - since >= OFFERED_AGAIN_AFTER.others;
	const fresh = polled.found.filter((found) => {
		const { id } = found;
		if (before.done.has(id)) return false;
		const progress = polled.progress(found);
		const since = open.get(id);
		if (progress === 'done') {
			if (since !== undefined || !before.open.has(id)) close(id);
			return false;
		}
		if (progress === 'running') {
			if (since === undefined) open.set(id, now);
			return false;
		}
		if (since !== undefined && progress !== 'failed' && !isDue(since)) return false;
		if (since !== undefined && isElsewhere) close(id);
		else open.set(id, now);
		return true;
	});

	const polledUntil = Math.max(state.polledUntil, until);
	const isComplete = until >= now;
	const next: PollState = {
		version: 2,
		startedAt: state.startedAt,
		polledUntil,
		hoursReadAt: isComplete && reading.reach !== 'overlap' ? now : state.hoursReadAt,
		weekReadAt: isComplete && reading.reach === 'week' ? now : state.weekReadAt,
		unread: isComplete ? undefined : { from: until, reach: reading.reach },
		done: keptDone(state.done, nowDone, polledUntil),
		open: keptOpen(open, now),
		process: PROCESS_ID,
		isElsewhere,
	};
	return { fresh, next };
}

/** Bounded by time: by how far back a poll can still read. */
function keptDone(
	done: PollState['done'],
	nowDone: string[],
	polledUntil: number,
): PollState['done'] {
	const hour = Math.floor(polledUntil / HOUR);
	const oldest = hour - LOOK_BACK_MS / HOUR - 2;
	const kept = Object.fromEntries(Object.entries(done).filter(([of]) => Number(of) >= oldest));
	return nowDone.length === 0 ? kept : { ...kept, [hour]: (kept[hour] ?? '') + nowDone.join('') };
}

function keptOpen(open: Map<string, number>, now: number): PollState['open'] {
	const kept = new Map<number, string[]>();
	for (const [id, since] of open) {
		if (since !== CUT_OFF && now - since > LOOK_BACK_MS + DAY) continue;
		const ids = kept.get(since);
		if (ids) ids.push(id);
		else kept.set(since, [id]);
	}
	return Object.fromEntries([...kept].map(([since, ids]) => [since, ids.join('')]));
}
