import { IANAZone } from 'luxon';

import { InputError } from './checks';

/**
 * A date from a user or n8n: ISO 8601, the gateway's `dd/mm/yy hh:mm`, a Date, a luxon DateTime (of any copy of luxon) or
 * milliseconds since 1970.
 */
export type DateInput = string | number | Date | { toMillis(): number };

/** In milliseconds, like all durations in this code. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

// The documentation never names the time zone; careful clients agree on Israel's. Source: gateway-api, section 1, "Dates".
const ISRAEL = 'Asia/Jerusalem';

// Assumption: israelTime
/** Israel's UTC offsets in minutes. */
const [SUMMER, WINTER] = [180, 120];

const ISO =
	/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const GATEWAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d) (\d{1,2}):(\d\d)(?::(\d\d))?$/;

/**
 * A clock time as the milliseconds since 1970 of the same clock time in UTC, so that we can calculate with plain numbers.
 * NaN for a day that does not exist, such as 31 February.
 * @param parts year, month, day, hour, minute, second; the last three default to 0
 */
function clockTime(...parts: Array<string | undefined>): number {
	const [year, month, day, hour = '0', minute = '0', second = '0'] = parts;
	const [monthIndex, hours, minutes, seconds] = [Number(month) - 1, +hour, +minute, +second];
	const time = Date.UTC(Number(year), monthIndex, Number(day), hours, minutes, seconds);
	// `Date.UTC` turns 31 February into 3 March.
	const isOfMonth = new Date(time).getUTCMonth() === monthIndex;
	return isOfMonth && hours < 24 && minutes < 60 && seconds < 60 ? time : NaN;
}

const asked = new Map<number, number>();

/**
 * Israel's UTC offset at an instant, in minutes. luxon is slow, and clocks change on the hour: one lookup per hour is enough.
 */
function israelOffset(instant: number): number {
	const hour = Math.floor(instant / HOUR);
	const known = asked.get(hour);
	if (known !== undefined) return known;
	const offset = IANAZone.create(ISRAEL).offset(instant);
	if (asked.size > 10_000) asked.clear();
	asked.set(hour, offset);
	return offset;
}

/** The clock time in Israel at an instant (both in milliseconds). */
export const israelClock = (instant: number): number => instant + israelOffset(instant) * MINUTE;

/**
 * The instant (milliseconds since 1970) of a clock time in Israel. In autumn one hour comes twice: we take the first (summer
 * time). In spring one hour is skipped: a time in it moves one hour forward.
 */
export function israelInstant(clock: number): number {
	const summer = clock - SUMMER * MINUTE;
	return israelOffset(summer) === SUMMER ? summer : clock - WINTER * MINUTE;
}

function offsetOf(zone: string): number {
	const sign = zone.startsWith('-') ? -1 : 1;
	return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0));
}

function gatewayClock(text: string): number {
	const [, day, month, year = '', ...time] = GATEWAY.exec(text) ?? [];
	return clockTime(year.length === 2 ? `20${year}` : year, month, day, ...time);
}

function readText(text: string): number {
	const clock = gatewayClock(text);
	if (!Number.isNaN(clock)) return israelInstant(clock);
	const [, year, month, day, hour, minute, second, zone] = ISO.exec(text) ?? [];
	const written = clockTime(year, month, day, hour, minute, second);
	return zone === undefined ? israelInstant(written) : written - offsetOf(zone) * MINUTE;
}

function readInstant(value: unknown): number {
	if (typeof value === 'number') return value;
	if (typeof value === 'string') return readText(value.trim());
	if (value instanceof Date) return value.getTime();
	if (typeof value !== 'object' || value === null || !('toMillis' in value)) return NaN;
	return typeof value.toMillis === 'function' ? Number(value.toMillis()) : NaN;
}

const EARLIEST = Date.UTC(2000, 0, 1) - WINTER * MINUTE;
const END = Date.UTC(2100, 0, 1) - WINTER * MINUTE;

/**
 * The instant (milliseconds since 1970) of a date. Without an offset, a text is in Israel time.
 * @throws InputError if it is no date, or outside 2000 to 2099, which two digits cannot express
 */
export function toInstant(value: DateInput): number {
	const instant = readInstant(value);
	if (!Number.isFinite(instant)) {
		throw new InputError(
			`is not a date (${describe(value)}); use ISO 8601, e.g. 2026-05-01T10:30, or dd/mm/yy hh:mm`,
		);
	}
	if (instant < EARLIEST || instant >= END) {
		throw new InputError(
			'is outside the years 2000 to 2099 that the service can write; check the year, and that a number is in milliseconds',
		);
	}
	return instant;
}

/** A day without a time, which `toInstant` reads as midnight. */
const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;

/**
 * Like `toInstant`, for the time of an action.
 * @throws InputError also for a day without a time: people do not mean midnight
 */
export function toMoment(value: DateInput): number {
	const instant = toInstant(value);
	if (typeof value !== 'string' || !DAY_ALONE.test(value.trim())) return instant;
	throw new InputError(
		`is a day without a time (${describe(value.trim())}); add the time, e.g. ${value.trim()}T10:30`,
	);
}

function describe(value: unknown): string {
	if (value === '') return 'empty';
	if (typeof value === 'string') return `"${value.slice(0, 40)}"`;
	return typeof value === 'number' ? String(value) : 'not a valid date object';
}

/** A clock time as the gateway writes it, `dd/mm/yy hh:mm`. */
export function formatClock(clock: number): string {
	const iso = new Date(clock).toISOString();
	return iso.replace(/^\d\d(\d\d)-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, '$3/$2/$1 $4');
}

/**
 * Writes a date for a request: `dd/mm/yy hh:mm` in Israel time. Cuts off seconds instead of rounding, so the minute stays.
 * Source: specification, "Date in requests".
 * @throws InputError as `toInstant`
 */
export function toGatewayDate(value: DateInput): string {
	return formatClock(israelClock(toInstant(value)));
}

/** Undocumented forms of dates, in case the gateway writes them. Nobody has seen one yet. */
const WITH_SEPARATORS =
	/^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?$/;
const SINCE_1970 = /^(\d{10})(\d{3})?$/;

function replyInstant(text: string): number {
	const [, day, , month, year = '', ...time] = WITH_SEPARATORS.exec(text) ?? [];
	const clock = clockTime(year.length === 2 ? `20${year}` : year, month, day, ...time);
	if (!Number.isNaN(clock)) return israelInstant(clock);
	const [, seconds, milliseconds = '000'] = SINCE_1970.exec(text) ?? [];
	if (seconds !== undefined) return Number(seconds + milliseconds);
	// A day without a time is too coarse for an event.
	return text.includes(':') ? readText(text) : NaN;
}

/**
 * The instant (milliseconds since 1970) of a date of a reply or push; undefined if we cannot read it. Accepts
 * `dd/mm/yy hh:mm` in Israel time (also with seconds, a four-digit year, dots or dashes), ISO 8601 with a time, and seconds or
 * milliseconds since 1970, all from 2000 to 2099. Source: specification, "Delivery", "API token"; gateway-api, section 1,
 * "Dates"; the other forms are guesses.
 */
export function instantOf(date: string | undefined): number | undefined {
	const instant = date === undefined ? NaN : replyInstant(date.trim());
	return instant >= EARLIEST && instant < END ? instant : undefined;
}

/** The last instant with the same clock time in Israel: in autumn one hour comes twice, and a record does not say which. */
export const lastInstant = (instant: number): number =>
	israelClock(instant + HOUR) === israelClock(instant) ? instant + HOUR : instant;

/** A date of a reply or push in ISO 8601 with Israel's offset, `2026-05-01T10:30:00+03:00`; undefined if we cannot read it. */
export function fromGatewayDate(text: string): string | undefined {
	const instant = instantOf(text);
	return instant === undefined ? undefined : formatInstant(instant);
}

/** An instant (milliseconds since 1970) as all outputs show it: ISO 8601 with Israel's offset, `2026-05-01T10:30:00+03:00`. */
export function formatInstant(instant: number): string {
	const offset = israelOffset(instant);
	const clock = new Date(instant + offset * MINUTE).toISOString().slice(0, 19);
	return `${clock}+0${offset / 60}:00`;
}

/** A date of a reply or push in ISO 8601; unchanged if we cannot read it. */
export const readDate = (text: string | undefined): string | undefined =>
	text && (fromGatewayDate(text) ?? text);
