import { DAY, formatClock, HOUR, israelClock, israelInstant, MINUTE, toInstant } from './dates';
import type { DateInput } from './dates';
import { InputError } from './checks';
import { MAX_REPORT_WINDOW_DAYS } from './limits';

/** `dd/mm/yy hh:mm`, Israel time. */
export interface Window {
	from: string;
	to: string;
}

/** The clock time at an instant, rounded up to the minute. In the second of two equal hours, rounded up to the hour's end. */
function endClock(instant: number): number {
	const end = Math.ceil(instant / MINUTE) * MINUTE;
	const clock = israelClock(end);
	// The gateway would read this text as the first of the two hours and leave out the rest of the second.
	return israelInstant(clock) === end ? clock : Math.ceil((clock + 1) / HOUR) * HOUR;
}

/** The end of a window. A week over the end of summer time would be an hour too long. */
const windowEnd = (start: number, length: number): number => {
	const end = start + length;
	return israelInstant(end) - israelInstant(start) > length ? end - HOUR : end;
};

/** By default, the week that ends now. */
export interface Span {
	from?: DateInput | undefined;
	to?: DateInput | undefined;
}

const WEEK = MAX_REPORT_WINDOW_DAYS * DAY;

/**
 * Splits a time window into windows of at most `days` days, because a report covers at most a week. The gateway writes only
 * minutes, so each begins in the minute in which the previous one ends: the caller removes duplicates. `from` is rounded down to
 * the minute, `to` up. Source: specification, "Limits" (dlr window).
 * @throws InputError if `to` is before `from`, or one of them is not a date
 */
export function splitWindow(
	{ from, to }: Span,
	now: number,
	days = MAX_REPORT_WINDOW_DAYS,
): Window[] {
	const last = toInstant(to ?? now);
	const finish = endClock(last);
	let start = finish - WEEK;
	if (from !== undefined) {
		const first = toInstant(from);
		if (last < first) {
			throw new InputError('ends before it begins; give an end that is after the start');
		}
		start = Math.floor(israelClock(first) / MINUTE) * MINUTE;
	} else if (windowEnd(start, WEEK) < finish) start += HOUR;
	const windows: Window[] = [];
	do {
		const end = Math.min(windowEnd(start, days * DAY), finish);
		windows.push({ from: formatClock(start), to: formatClock(end) });
		start = end;
	} while (start < finish);
	return windows;
}

/** Days. Longer than 2000 to 2099, all that the gateway can write, so that the window is not split. */
const ANY_LENGTH = 40_000;

/** A window of any length, for polls without a limit on record. Source: gateway-api, sections 7 and 9. */
export const openWindow = (span: Span, now: number): Window =>
	splitWindow(span, now, ANY_LENGTH)[0] as Window;

/** A window of any length that begins at the first record, in 2000, unless a start is given. Source: gateway-api, section 7. */
export const windowSinceBeginning = (
	{ from = '2000-01-01T00:00', to }: Span,
	now: number,
): Window => openWindow({ from, to }, now);
