import type { IDataObject } from 'n8n-workflow';

import { InputError, plainText, quoted } from '../../gateway/values/checks';
import type { SendSettings } from '../../gateway/texts/messages';
import {
	DAY,
	HOUR,
	israelClock,
	israelInstant,
	MINUTE,
	toInstant,
} from '../../gateway/values/dates';
import { list } from '../../gateway/values/lists';

const FRIDAY = 5;

/** Days to search for an opening: hours that stay closed for a year never open. */
const MAX_WAIT = 366;

/** When texts may go out, by the clock in Israel. Times are milliseconds since midnight. */
export interface SendingHours {
	/** Days of the week; Sunday is 0. */
	days: ReadonlySet<number>;
	from: number;
	/** Exclusive. */
	to: number;
	/** Replaces a later `to` on Fridays and on the day before a holiday. */
	eveTo: number;
	onHolidays: boolean;
	/** Excluded days, as the clock times of their midnights. */
	closed: ReadonlySet<number>;
}

/** When a message goes out (milliseconds since 1970). */
interface Moment {
	at?: number;
	/** When the sending hours begin, if the message is skipped until then. */
	heldUntil?: number;
}

/** When a message planned for `instant` goes out within its sending hours. */
export type Within = (instant: number) => Moment;

/** When a message sent `now` goes out. */
export function momentOf(settings: SendSettings, within: Within | undefined, now: number): Moment {
	const at = goesOutAt(settings, now);
	return within?.(at) ?? { at };
}

// Assumption: pastSchedule
/** When a text sent `now` goes out, without regard to sending hours. A past schedule goes out at once. */
export const goesOutAt = ({ timing }: SendSettings, now: number): number =>
	timing === undefined ? now : Math.max(now, toInstant(timing));

/**
 * The first time from `instant` on at which texts may go out (milliseconds since 1970); `instant` itself during the hours.
 * Undefined if the hours do not open within a year.
 */
export function nextOpening(instant: number, hours: SendingHours): number | undefined {
	const today = midnight(israelClock(instant));
	for (let wait = 0; wait <= MAX_WAIT; wait++) {
		const day = today + wait * DAY;
		const closes = day + closingTime(day, hours);
		const opens = day + hours.from;
		const first = israelInstant(opens);
		// When the clocks change, the opening time may be skipped or come twice.
		const moments = [instant, first - (first % HOUR), first, first + HOUR];
		const opening = moments.find((moment) => {
			const clock = israelClock(moment);
			return moment >= instant && clock >= opens && clock < closes;
		});
		if (opening !== undefined) return opening;
	}
	return undefined;
}

const midnight = (clock: number) => Math.floor(clock / DAY) * DAY;

/** When a day's sending hours end, in milliseconds since midnight; 0 for a closed day. */
function closingTime(day: number, { days, to, eveTo, onHolidays, closed }: SendingHours): number {
	const weekday = new Date(day).getUTCDay();
	const isHoliday = (date: number) => !onHolidays && isJewishHoliday(date);
	if (!days.has(weekday) || closed.has(day) || isHoliday(day)) return 0;
	const isEve = weekday === FRIDAY || isHoliday(day + DAY);
	return isEve ? Math.min(to, eveTo) : to;
}

/**
 * Reads the fields of the option 'Sending Hours'.
 * @throws InputError for invalid days, times and dates, and for hours that end before they begin or never open
 */
export function readSendingHours(fields: IDataObject, now: number): SendingHours {
	const { days, from, to, eveTo, withoutHolidays, closed } = fields;
	const given: unknown[] = Array.isArray(days) ? days : list(days);
	const hours = {
		days: new Set(given.map(readDay)),
		from: readTime(from, 'From'),
		to: readTime(to, 'To'),
		// Empty if Fridays and holiday eves are like other days.
		eveTo: plainText(eveTo).trim() === '' ? DAY : readTime(eveTo, 'To (Fridays and Holiday Eves)'),
		onHolidays: withoutHolidays === false,
		closed: new Set(list(closed).map(readDate)),
	};
	if (hours.days.size === 0) throw new InputError('has no days; choose at least one');
	if (hours.from >= hours.to) {
		throw new InputError(
			`is from ${plainText(from)} to ${plainText(to)}, which ends before it begins; enter a 'To' that is later than 'From' on the same day`,
		);
	}
	if (nextOpening(now, hours) === undefined) {
		throw new InputError('is never open within a year; choose more days, or exclude fewer dates');
	}
	return hours;
}

function readDay(value: unknown): number {
	const day = Number(value);
	if (value !== '' && Number.isInteger(day) && day >= 0 && day < 7) return day;
	throw new InputError(`has ${quoted(String(value))} under 'Days'; use 0 (Sunday) to 6 (Saturday)`);
}

const TIME = /^(\d{1,2})(?::(\d\d)(?::\d\d)?)?$/;

function readTime(value: unknown, field: string): number {
	const text = plainText(value).trim();
	const [, hour, minute = 0] = TIME.exec(text) ?? [];
	const time = Number(hour) * HOUR + Number(minute) * MINUTE;
	if (time <= DAY && Number(minute) < 60) return time;
	throw new InputError(
		`has ${quoted(text)} under '${field}', which is no time; use hh:mm, e.g. 08:00`,
	);
}

const WITHOUT_TIME = /^\d{1,2}\/\d{1,2}\/(\d{4}|\d\d)$/;

function readDate(text: string): number {
	const instant = instantOrNaN(WITHOUT_TIME.test(text) ? `${text} 00:00` : text);
	if (!Number.isNaN(instant)) return midnight(israelClock(instant));
	throw new InputError(
		`has ${quoted(text)} under 'Exclude Dates', which is no date; use e.g. 2026-12-31 or 31/12/2026`,
	);
}

function instantOrNaN(text: string): number {
	try {
		return toInstant(text);
	} catch {
		return NaN;
	}
}

/**
 * Israel's holidays, by month and day of the Hebrew calendar. Independence Day, 5 Iyar, moves by law so that neither it nor the
 * Memorial Day before it touches the Sabbath: to an earlier Thursday, or from Monday to Tuesday.
 */
const HOLIDAYS: ReadonlySet<string> = new Set([
	'Tishri 1',
	'Tishri 2',
	'Tishri 10',
	'Tishri 15',
	'Tishri 22',
	'Nisan 15',
	'Nisan 21',
	'Iyar 3, Thursday',
	'Iyar 4, Thursday',
	'Iyar 5, Wednesday',
	'Iyar 6, Tuesday',
	'Sivan 6',
]);

/** Created on first use, not when n8n starts. */
let hebrew: Intl.DateTimeFormat | undefined;

/**
 * Whether Israel does not work on a day: Rosh Hashana, Yom Kippur, the first and last days of Sukkot and Pesach, Independence
 * Day and Shavuot. Not fasts, days of remembrance or intermediate days.
 * @param day any clock time of the day, see `israelClock`
 */
export function isJewishHoliday(day: number): boolean {
	hebrew ??= new Intl.DateTimeFormat('en-u-ca-hebrew-nu-latn', {
		timeZone: 'UTC',
		month: 'long',
		day: 'numeric',
		weekday: 'long',
	});
	const parts = new Map(hebrew.formatToParts(day).map(({ type, value }) => [type, value]));
	const date = `${parts.get('month')} ${parts.get('day')}`;
	return HOLIDAYS.has(date) || HOLIDAYS.has(`${date}, ${parts.get('weekday')}`);
}
