import { formatClock, israelClock, israelInstant, toInstant } from './dates';
import type { DateInput } from './dates';
import { InputError } from './checks';
import { MAX_REPORT_WINDOW_DAYS } from './limits';

export interface Window {
	/** `dd/mm/yy hh:mm`, Israel time. */
	from: string;
	/** `dd/mm/yy hh:mm`, Israel time. */
	to: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The later of the two instants of a clock time that comes twice; the only one otherwise. */
function lastInstant(clock: number): number {
	const instant = israelInstant(clock);
	return israelClock(instant + HOUR) === clock ? instant + HOUR : instant;
}

const isSkipped = (clock: number) => israelClock(israelInstant(clock)) !== clock;

/** The clock time at an instant rounded up; past the end of the hour that comes twice, if it is the second time. */
function endClock(instant: number): number {
	const end = Math.ceil(instant / MINUTE) * MINUTE;
	const clock = israelClock(end);
	// As text this is read as the first of the two, which would leave the rest of the hour out.
	return israelInstant(clock) === end ? clock : Math.ceil((clock + 1) / HOUR) * HOUR;
}

function windowEnd(start: number, length: number): number {
	const end = start + length;
	const elapsed = lastInstant(end) - israelInstant(start);
	return elapsed > length || isSkipped(end) ? end - HOUR : end;
}

/**
 * Splits a time window into windows of at most `days` days each, for the reports that take no more than a week at once.
 * A window is that short by the clock as well as in elapsed time, also over a change to or from summer time.
 *
 * Both ends belong to a window, and one begins with the very minute in which the one before it ends: minutes are all
 * the gateway can write, and a record of that minute's later seconds might fall between two windows otherwise. The caller
 * removes what comes twice. `from` is rounded down to its minute and `to` up.
 *
 * Source: specification, "Limits" (dlr window).
 * @throws InputError when `to` is before `from`, or one of them is not a date (see `toInstant`)
 */
export function splitWindow(
	from: DateInput,
	to: DateInput,
	days: number = MAX_REPORT_WINDOW_DAYS,
): Window[] {
	const [first, last] = [toInstant(from), toInstant(to)];
	if (last < first)
		throw new InputError('ends before it begins; give an end that is after the start');
	const length = Math.max(1, Math.floor(days)) * DAY;
	const finish = endClock(last);
	const windows: Window[] = [];
	let start = Math.floor(israelClock(first) / MINUTE) * MINUTE;
	do {
		const end = Math.min(windowEnd(start, length), finish);
		windows.push({ from: formatClock(start), to: formatClock(end) });
		start = end;
	} while (start < finish);
	return windows;
}
