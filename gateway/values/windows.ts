import {
	DAY,
	formatClock,
	HOUR,
	israelClock,
	israelInstant,
	lastInstant,
	MINUTE,
	toInstant,
} from './dates';
import type { DateInput } from './dates';
import { InputError } from './checks';
import { MAX_REPORT_WINDOW_DAYS } from './limits';

/** `dd/mm/yy hh:mm`, Israel time. */
export interface Window {
	from: string;
	to: string;
}

const isSkipped = (clock: number) => israelClock(israelInstant(clock)) !== clock;

/** The clock time at an instant, rounded up to the minute. In the second of two equal hours, rounded up to the hour's end. */
function endClock(instant: number): number {
	const end = Math.ceil(instant / MINUTE) * MINUTE;
	const clock = israelClock(end);
	// The gateway would read this text as the first of the two hours and leave out the rest of the second.
	return israelInstant(clock) === end ? clock : Math.ceil((clock + 1) / HOUR) * HOUR;
}

function windowEnd(start: number, length: number): number {
	const end = start + length;
	const elapsed = lastInstant(israelInstant(end)) - israelInstant(start);
	return elapsed > length || isSkipped(end) ? end - HOUR : end;
}

/**
 * Splits a time window into windows of at most `days` days, because a report covers at most a week. The limit holds by the
 * clock and in elapsed time, even when the clocks change within a window. A window includes both its ends, and begins in the
 * minute in which the previous one ends. The gateway writes only minutes, so otherwise a record from the end of that minute
 * could fall between two windows. The caller removes duplicates. `from` is rounded down to the minute, `to` up.
 * Source: specification, "Limits" (dlr window).
 * @throws InputError if `to` is before `from`, or one of them is not a date (see `toInstant`)
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

const WEEK = MAX_REPORT_WINDOW_DAYS * DAY;

/** Days. Longer than 2000 to 2099, all that the gateway can write, so that the window is not split. */
const ANY_LENGTH = 40_000;

/** What to take from a week so that it stays one window: for rounding to minutes, the change to summer time, or both. */
const SHORTER = [0, MINUTE, HOUR, HOUR + MINUTE];

/** By default, the week that ends now. */
export interface Span {
	from?: DateInput;
	to?: DateInput;
}

function startFor(end: number): number {
	const starts = SHORTER.map((less) => end - WEEK + less);
	return starts.find((start) => splitWindow(start, end).length === 1) ?? end;
}

/**
 * The windows of a delivery report request, which covers at most a week (`days`). Consecutive windows share a minute.
 * Source: specification, "Limits".
 * @throws InputError
 */
export function reportWindows({ from, to }: Span, now: number, days?: number): Window[] {
	const end = to === undefined ? now : toInstant(to);
	return splitWindow(from ?? startFor(end), end, days);
}

/**
 * A window of any length, for polls without a limit on record. Source: gateway-api, sections 7 and 9.
 * @throws InputError
 */
export const openWindow = (span: Span, now: number): Window =>
	reportWindows(span, now, ANY_LENGTH)[0] as Window;

/**
 * A window of any length that begins at the first record, in 2000, unless a start is given. Source: gateway-api, section 7 (the
 * documented example covers more than half a year).
 * @throws InputError
 */
export const windowSinceBeginning = (
	{ from = '2000-01-01T00:00', to }: Span,
	now: number,
): Window => openWindow({ from, to }, now);
