import { DAY, HOUR, lastInstant, MINUTE } from '../../gateway/values/dates';
import { IDENTITIES, IDENTITY_CHARACTERS } from '../../gateway/events/eventId';

/** The state that one poll leaves for the next, stored with the workflow. Times are milliseconds since 1970. */
export interface PollState {
	/** A hash of account, feeds and filters. */
	settings: string;
	/** The chosen date, or 0: ignore earlier events. */
	startFrom: number;
	/** Ignore events from before this time too: the workflow may have had them. */
	knownSince: number;
	/** When the last reading began: everything before was read. */
	polledUntil: number;
	/** Everything from this time on is still unread. */
	unread?: number | undefined;
	/** Identities of the events that the workflow has had, joined into one text, by hour of the poll. */
	had: Record<string, string>;
}

/** Clocks differ, and the gateway may list a record later than its minute. */
const OVERLAP = HOUR;
// Assumption: lateReports
/** A report may arrive seven days after its message, and has its date. One day more, because we look back only daily. */
const LOOK_BACK = 8 * DAY;
/** 2.2 MB, which n8n reads and writes with every poll that returns events. */
const MAX_EVENTS = 200_000;

export function firstState(settings: string, now: number, chosen?: number): PollState {
	const knownSince = Math.min(chosen ?? now, now);
	// Without a choice the start is 0, not now: the gateway's clock may be behind.
	const startFrom = chosen ?? 0;
	const unread = knownSince - OVERLAP;
	return { settings, startFrom, knownSince, polledUntil: now, unread, had: {} };
}

/**
 * The state at the beginning of a poll. After a change of settings it ignores earlier events, which would otherwise all come at
 * once. Times in the future become now, because a clock may have been wrong.
 * @param polledAt when this process last polled
 */
export function currentState(
	state: PollState,
	settings: string,
	now: number,
	polledAt = now,
): PollState {
	const knownSince = Math.min(state.settings === settings ? state.knownSince : polledAt, now);
	return { ...state, settings, knownSince, polledUntil: Math.min(state.polledUntil, now) };
}

/**
 * From when this poll reads. The gateway lists a report under its message's date, which may be much earlier. So an hour's first
 * poll reads the last day again, and a day's first poll the last eight days.
 */
export function readingFrom({ unread, polledUntil }: PollState, now: number): number {
	const isFirstOf = (unit: number) => Math.floor(now / unit) > Math.floor(polledUntil / unit);
	const again = isFirstOf(DAY) ? LOOK_BACK : isFirstOf(HOUR) ? DAY : OVERLAP;
	return Math.min(unread ?? polledUntil - again, now);
}

/** Whether an event is recent enough for the workflow. Output one with an unreadable date rather than lose it. */
export function isSince(at: number | undefined, { startFrom, knownSince }: PollState): boolean {
	// A record has no seconds, so its whole minute counts.
	const after = Math.max(startFrom, knownSince) - MINUTE;
	return at === undefined || at > after || lastInstant(at) > after;
}

export const hadIn = ({ had }: PollState): Set<string> =>
	new Set(Object.values(had).join('').match(IDENTITIES));

/** The state after a poll that read until `until` and output events with these identities. */
export function nextState(state: PollState, ids: string[], until: number, now: number): PollState {
	const polledUntil = state.unread === undefined ? now : state.polledUntil;
	const unread = until < now ? until : undefined;
	const thisHour = Math.floor(now / HOUR);
	const had = { ...state.had };
	if (ids.length > 0) had[thisHour] = (had[thisHour] ?? '') + ids.join('');

	// Keep identities as long as a poll can read their events again; if there are too many, only the latest.
	const oldest = Math.floor((Math.min(unread ?? now, polledUntil - LOOK_BACK) - DAY) / HOUR);
	let { knownSince } = state;
	let characters = 0;
	// JavaScript lists an object's whole-number keys in ascending order.
	for (const [key, { length }] of Object.entries(had).reverse()) {
		const hour = Number(key);
		characters += length;
		const isTooMany = characters > MAX_EVENTS * IDENTITY_CHARACTERS && hour < thisHour - 1;
		if (hour >= oldest && !isTooMany) continue;
		knownSince = Math.max(knownSince, (hour + 1) * HOUR);
		delete had[hour];
	}
	return { ...state, polledUntil, unread, had, knownSince };
}
