import {
	DAY,
	formatClock,
	HOUR,
	israelClock,
	israelInstant,
	MINUTE,
	toInstant,
	toTheMinute,
} from './dates';
import type { DateInput } from './dates';
import { InputError } from './checks';
import { MAX_REPORT_WINDOW_DAYS } from './limits';

export interface Window {
	/** `dd/mm/yy hh:mm`, Israel time. */
	from: string;
	/** `dd/mm/yy hh:mm`, Israel time. */
	to: string;
}

/** The instant of a clock time; the later instant of a time that comes twice. */
function lastInstant(clock: number): number {
	const instant = israelInstant(clock);
	return israelClock(instant + HOUR) === clock ? instant + HOUR : instant;
}

const isSkipped = (clock: number) => israelClock(israelInstant(clock)) !== clock;

/** The clock time at an instant, rounded up to the minute. In the second of two equal hours, rounded up to the hour's end. */
function endClock(instant: number): number {
	const end = Math.ceil(instant / MINUTE) * MINUTE;
	const clock = israelClock(end);
	// As text, this time is read as the first of the two, which would leave the rest of the hour out.
	return israelInstant(clock) === end ? clock : Math.ceil((clock + 1) / HOUR) * HOUR;
}

function windowEnd(start: number, length: number): number {
	const end = start + length;
	const elapsed = lastInstant(end) - israelInstant(start);
	return elapsed > length || isSkipped(end) ? end - HOUR : end;
}

/**
 * Splits a time window into windows of at most `days` days each, because a report takes no more than a week at once.
 * The limit holds both by the clock and in elapsed time, even when the clocks change within a window.
 *
 * Both ends belong to a window, and each window begins in the minute in which the previous one ends. The gateway writes
 * only minutes, so a record from the later seconds of that minute might otherwise fall between two windows. The caller
 * removes the duplicates. `from` is rounded down to its minute and `to` up.
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
	let start = toTheMinute(israelClock(first));
	do {
		const end = Math.min(windowEnd(start, length), finish);
		windows.push({ from: formatClock(start), to: formatClock(end) });
		start = end;
	} while (start < finish);
	return windows;
}
