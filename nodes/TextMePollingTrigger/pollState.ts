import { DAY, HOUR, instantOf, MINUTE } from '../../gateway/dates';
import { IDENTITIES, IDENTITY_CHARACTERS } from '../../gateway/eventId';

/** The state that one poll leaves for the next. n8n keeps it with the workflow. Times are milliseconds since 1970. */
export interface PollState {
	/** Finds the state again when the node has been renamed. */
	nodeId: string;
	/** A fingerprint of account, feeds and filters. */
	settings: string;
	/** The chosen date, or 0: earlier events are left out. */
	startFrom: number;
	/** Earlier events are left out, too: they may have been handed over. */
	knownSince: number;
	/** When the last reading began: everything before this time was read. */
	polledUntil: number;
	/** Everything from this time on was not read yet. */
	unread?: number | undefined;
	/** Identities of the events that were handed over, joined into one text, by the hour of the poll. */
	had: Record<string, string>;
}

/** Clocks differ, and the gateway may show a record later than its minute. */
const OVERLAP = HOUR;
// Assumption: lateReports
/** A report may come seven days after its message, under whose date it is listed. One day more, since the look-back is daily. */
const LOOK_BACK = 8 * DAY;
/** 2.2 MB, which n8n reads and writes with every poll that brings something. */
const MAX_EVENTS = 200_000;

export function firstState(
	nodeId: string,
	settings: string,
	now: number,
	chosen?: number,
): PollState {
	const knownSince = Math.min(chosen ?? now, now);
	// Without a choice it is not now, since a clock may run ahead.
	const startFrom = chosen ?? 0;
	const unread = knownSince - OVERLAP;
	return { nodeId, settings, startFrom, knownSince, polledUntil: now, unread, had: {} };
}

/**
 * The state at the beginning of a poll. After a change of account, feeds or filters, earlier events are left out: otherwise all
 * that the old settings left out would come now. No time in the state is later than now, since a clock may have run ahead.
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
 * The date from which this poll reads. The gateway lists a report under the date of its message, which may be much earlier.
 * So the first poll of an hour reads the last day again, and the first poll of a day the last eight days.
 */
export function readingFrom({ unread, polledUntil }: PollState, now: number): number {
	const isFirstOf = (unit: number) => Math.floor(now / unit) > Math.floor(polledUntil / unit);
	const again = isFirstOf(DAY) ? LOOK_BACK : isFirstOf(HOUR) ? DAY : OVERLAP;
	return Math.min(unread ?? polledUntil - again, now);
}

/** Whether an event is recent enough to be handed over. */
export function isSince(date: string | undefined, { startFrom, knownSince }: PollState): boolean {
	// A record has no seconds: its minute counts as a whole.
	const instant = instantOf(date);
	// An event whose date cannot be read must not get lost.
	return instant === undefined || instant + MINUTE > Math.max(startFrom, knownSince);
}

export const hadIn = ({ had }: PollState): Set<string> =>
	new Set(Object.values(had).join('').match(IDENTITIES));

/** The state after a poll that read until `until`, and handed over events with these identities. */
export function nextState(state: PollState, ids: string[], until: number, now: number): PollState {
	const polledUntil = state.unread === undefined ? now : state.polledUntil;
	const unread = until < now ? until : undefined;
	const thisHour = Math.floor(now / HOUR);
	const had = { ...state.had };
	if (ids.length > 0) had[thisHour] = (had[thisHour] ?? '') + ids.join('');

	// Identities are kept for as long as a poll can read their events again, and only the latest ones if there are too many.
	const oldest = Math.floor((Math.min(unread ?? now, polledUntil - LOOK_BACK) - DAY) / HOUR);
	let { knownSince } = state;
	let characters = 0;
	// An object lists keys that are whole numbers in ascending order.
	for (const hour of Object.keys(had).map(Number).reverse()) {
		characters += had[hour]?.length ?? 0;
		const isTooMany = characters > MAX_EVENTS * IDENTITY_CHARACTERS && hour < thisHour - 1;
		if (hour >= oldest && !isTooMany) continue;
		knownSince = Math.max(knownSince, (hour + 1) * HOUR);
		delete had[hour];
	}
	return { ...state, polledUntil, unread, had, knownSince };
}
