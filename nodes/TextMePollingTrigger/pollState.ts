import { fingerprint } from '../../gateway/eventId';

export interface HandedOver {
	since: number;
	times: number;
}

/** What one poll leaves for the next, kept by n8n. Times are milliseconds since 1970. */
export interface PollState {
	/** Events before the first activation, or before the chosen date, are none of ours. */
	startedAt: number;
	/** Everything before was asked for. */
	polledUntil: number;
	/** When the long way back was last looked at for late reports. */
	lookedBackAt: number;
	/** By the fingerprint of events that are not known to be done with: when they were handed over first, and how often. */
	handedOver: Record<string, HandedOver>;
	/** Fingerprints of events that need not be looked at again. */
	known: string[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Clocks differ, and the gateway may show a record later than its minute. */
const OVERLAP = HOUR;
const LOOK_BACK_EVERY = HOUR;
const KEPT = 20_000;
/** Where no end is heard of: in minutes after the first time, with as many minutes between two times as before them. */
const MOST_TIMES = 6;
/** Polls are not on the second. */
const SLACK = MINUTE / 2;

const isDueAgain = ({ since, times }: HandedOver, now: number) =>
	now + SLACK >= since + MINUTE * 2 ** (times - 1);

export function firstState(now: number, startFrom: number | undefined): PollState {
	const start = startFrom ?? now;
	return { startedAt: start, polledUntil: start, lookedBackAt: now, handedOver: {}, known: [] };
}

/** Where the next poll begins. A report is found by the date of its message, which may be long before its own. */
export function nextFrom(state: PollState, now: number, lateHours: number) {
	const looksBack = now - state.lookedBackAt >= LOOK_BACK_EVERY;
	const back = looksBack ? Math.max(OVERLAP, lateHours * HOUR) : OVERLAP;
	return { from: state.polledUntil - back, looksBack };
}

export function isSince(date: string | undefined, startedAt: number): boolean {
	// A record has no seconds: its minute counts as a whole.
	return date === undefined || Date.parse(date) + MINUTE > startedAt;
}

export interface Polled<T> {
	/** Found in the windows that were read, oldest first. */
	found: T[];
	idOf: (found: T) => string;
	/** Whether an execution has already brought the event to its end, or is at it. */
	isSettled: (id: string) => boolean;
	isUnderWay: (id: string) => boolean;
	/** Whether executions run in this process, so that it learns of their end; in queue mode they do not. */
	learnsOfEnds: boolean;
	until: number;
	now: number;
	lookedBack: boolean;
}

/**
 * What to hand over now, and what to remember. An event of which nothing is heard after it was handed over is handed over
 * again: n8n may have been killed between the poll and the execution, or in it. `execute()` drops it if it was there
 * already. Where nothing can be heard, that is done after 1, 2, 4, 8 and 16 minutes.
 */
export function advance<T>(state: PollState, polled: Polled<T>): { fresh: T[]; next: PollState } {
	const known = new Set(state.known);
	const handedOver = new Map(Object.entries(state.handedOver));
	const fresh = polled.found.filter((found) => {
		const id = polled.idOf(found);
		const mark = fingerprint(id);
		if (known.has(mark)) return false;
		if (polled.isSettled(id)) {
			handedOver.delete(mark);
			known.add(mark);
			return false;
		}
		const earlier = handedOver.get(mark);
		const since = earlier?.since ?? polled.now;
		if (polled.isUnderWay(id)) {
			handedOver.set(mark, earlier ?? { since, times: 1 });
			return false;
		}
		if (earlier && !polled.learnsOfEnds && !isDueAgain(earlier, polled.now)) return false;
		const times = (earlier?.times ?? 0) + 1;
		handedOver.set(mark, { since, times });
		if (!polled.learnsOfEnds && times >= MOST_TIMES) {
			handedOver.delete(mark);
			known.add(mark);
		}
		return true;
	});
	return {
		fresh,
		next: {
			startedAt: state.startedAt,
			polledUntil: Math.max(state.polledUntil, polled.until),
			lookedBackAt: polled.lookedBack ? polled.now : state.lookedBackAt,
			handedOver: Object.fromEntries([...handedOver].slice(-KEPT)),
			known: [...known].slice(-KEPT),
		},
	};
}
