import { instantOf } from '../../gateway/dates';
import { IDENTITY_CHARACTERS } from '../../gateway/eventId';
import { LOOK_BACK_MS } from '../events/takeNew';
import type { State } from '../memory/thisProcess';
import { PROCESS_ID } from '../memory/thisProcess';

/**
 * The state that one poll leaves for the next. n8n keeps it with the workflow, and reads and writes all of it with every
 * event: so identities are joined into one text. Times are milliseconds since 1970.
 */
export interface PollState {
	version: 2;
	/** The first activation, or the chosen date: earlier events are left out. */
	startedAt: number;
	/** Everything before this time was read. */
	polledUntil: number;
	/** When the hours of late reports were last read again to their end. */
	hoursReadAt: number;
	/** When the whole week was. */
	weekReadAt: number;
	/** The rest of a reading that the last poll did not finish. */
	unread?: Reading;
	/** Identities of events that are done, or were handed over for the last time, by the hour of `polledUntil` then. */
	done: Record<string, string>;
	/** Identities of events that were handed over and are not known to be done, by the time of the handover. */
	open: Record<string, string>;
	/** The process that polled last. */
	process: string;
	/** Whether executions run in another process, as in queue mode: then this one does not learn of their end. */
	isElsewhere: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks differ, and the gateway may show a record later than its minute. */
const OVERLAP = HOUR;
/** If no execution has begun in this process after this time, executions run in another process. */
const ELSEWHERE_AFTER = MINUTE / 2;
/** In place of the time of an event whose execution was cut off. */
const CUT_OFF = 0;
/** Where the end is not known, an event is handed over once more after `oldest`, with others that are nearly as old. */
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
 * The date from which this poll reads. The gateway lists a report by the date of its message, which may be long before that
 * of the report: so the latest hours are read again once an hour, and a whole week once a day.
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
	// An event whose date cannot be read must not get lost.
	return instant === undefined || instant + MINUTE > startedAt;
}

/** The events that were handed over before. */
export class HandedOver {
	readonly done: Set<string>;
	/** By identity, with the time of the handover (milliseconds since 1970). */
	readonly open = new Map<string, number>();

	constructor(state: PollState) {
		this.done = new Set(Object.values(state.done).flatMap(identitiesIn));
		for (const [since, ids] of Object.entries(state.open)) {
			for (const id of identitiesIn(ids)) this.open.set(id, Number(since));
		}
	}

	has(id: string): boolean {
		return this.done.has(id) || this.open.has(id);
	}
}

const identitiesIn = (ids: string): string[] =>
	Array.from({ length: ids.length / IDENTITY_CHARACTERS }, (_, n) =>
		ids.slice(n * IDENTITY_CHARACTERS, (n + 1) * IDENTITY_CHARACTERS),
	);

export interface Polled<T extends { id: string }> {
	/** The events that the gateway listed, each once, the oldest first. */
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
 * Chooses the events to hand over, and makes the next state. An event that was handed over is open until its execution
 * has ended. It is handed over again if n8n was killed meanwhile. Where the end is not known, it is handed over once more
 * after an hour, and `execute()` drops it if it is done.
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
	const isOverdue = isSameProcess && waited.some((ms) => ms >= ELSEWHERE_AFTER);
	const isElsewhere = !polled.runsHere && (state.isElsewhere || isOverdue);
	// Executions of the process before were cut off when it ended.
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

/** Keeps identities for as long as a poll can still read their events. */
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
