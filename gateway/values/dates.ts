import { IANAZone } from 'luxon';

import { InputError } from './checks';

/** A date from a user or n8n: ISO 8601, `dd/mm/yy hh:mm`, a Date, a luxon DateTime or milliseconds since 1970. */
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
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?)?$/;
/** The gateway's form, and what people and tokens write: 1.5.2026 9:30, 01-05-2026 09:30:00. */
const DAY_FIRST = /^(\d\d?)([./-])(\d\d?)\2(\d{4}|\d\d)[ T]+(\d\d?)(:\d\d(?::\d\d)?)$/;

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
 * The instant of a clock time in Israel. In autumn one hour comes twice: we take the first. In spring one hour is skipped: a time
 * in it moves one hour forward.
 */
export function israelInstant(clock: number): number {
	const summer = clock - SUMMER * MINUTE;
	return israelOffset(summer) === SUMMER ? summer : clock - WINTER * MINUTE;
}

/** The instant of a text in Israel time, or with an offset; NaN for none, and for a day that does not exist. */
function readText(text: string): number {
	const [, day = '', , month = '', year = '', hour = '', rest = ''] = DAY_FIRST.exec(text) ?? [];
	const [MM, dd, hh] = [month, day, hour].map((digits) => digits.padStart(2, '0'));
	const written = day && `${year.padStart(4, '20')}-${MM}-${dd}T${hh}${rest}`;
	const [, date, time = '00:00', utc, hours, minutes = '00'] = ISO.exec(written || text) ?? [];
	const clock = Date.parse(`${date}T${time}Z`);
	// `Date.parse` turns 31 February into 3 March.
	if (new Date(clock).toJSON()?.slice(0, 10) !== date) return NaN;
	if (utc) return clock;
	return hours === undefined
		? israelInstant(clock)
		: Date.parse(`${date}T${time}${hours}:${minutes}`);
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

/**
 * Like `toInstant`, for the time of an action.
 * @throws InputError also for a day without a time: people do not mean midnight
 */
export function toMoment(value: DateInput): number {
	const instant = toInstant(value);
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value.trim())) return instant;
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

/**
 * The instant of a date of a reply or push; undefined if we cannot read it. A day without a time is too coarse for an event.
 * Source: specification, "Delivery", "API token"; gateway-api, section 1, "Dates".
 */
export function instantOf(date: string | undefined): number | undefined {
	const instant = date?.includes(':') ? readText(date.trim()) : NaN;
	return instant >= EARLIEST && instant < END ? instant : undefined;
}

/** The last instant with the same clock time in Israel: in autumn one hour comes twice, and a record does not say which. */
export const lastInstant = (instant: number): number =>
	israelClock(instant + HOUR) === israelClock(instant) ? instant + HOUR : instant;

/** An instant (milliseconds since 1970) as all outputs show it: ISO 8601 with Israel's offset, `2026-05-01T10:30:00+03:00`. */
export function formatInstant(instant: number): string {
	const offset = israelOffset(instant);
	const clock = new Date(instant + offset * MINUTE).toISOString().slice(0, 19);
	return `${clock}+0${offset / 60}:00`;
}

/** A date of a reply or push in ISO 8601; unchanged if we cannot read it. */
export function readDate(text: string | undefined): string | undefined {
	const instant = instantOf(text);
	return instant === undefined ? text : formatInstant(instant);
}
