import { DAY, HOUR, MINUTE, toInstant } from './dates';
import type { DateInput } from './dates';
import { MAX_REPORT_WINDOW_DAYS } from './limits';
import { splitWindow } from './windows';
import type { Window } from './windows';

const WEEK = MAX_REPORT_WINDOW_DAYS * DAY;

/** Days. Longer than 2000 to 2099, all that the gateway can write, so that the window is not split. */
const ANY_LENGTH = 40_000;

/**
 * Milliseconds to subtract from a week so that it stays one window: for rounding to minutes, the change to summer time, or
 * both.
 */
const SHORTER = [0, MINUTE, HOUR, HOUR + MINUTE];

export interface Span {
	/** Default: a week before the end. */
	from?: DateInput;
	/** Default: now. */
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
export function openWindow(span: Span, now: number): Window {
	const [window] = reportWindows(span, now, ANY_LENGTH);
	return window as Window;
}

/** The first year that two digits can express. */
const BEGINNING = '2000-01-01T00:00';

/**
 * A window of any length that begins at the first record, unless a start is given. Source: gateway-api, section 7 (the
 * documented example covers more than half a year).
 * @throws InputError
 */
export function windowSinceBeginning({ from = BEGINNING, to }: Span, now: number): Window {
	return openWindow({ from, to }, now);
}
