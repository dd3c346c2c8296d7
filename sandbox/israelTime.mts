import { DateTime } from 'luxon';

// The specification names no time zone; the vendor's customers read its times as Israel time (gateway-api 1, Dates).
const ZONE = 'Asia/Jerusalem';

const FORMATS = {
	minute: 'dd/MM/yy HH:mm',
	second: 'dd/MM/yy HH:mm:ss',
	expiry: 'dd/MM/yyyy HH:mm:ss',
	iso: "yyyy-MM-dd'T'HH:mm:ssZZ",
} as const;

const last = { key: '', text: '' };

/** Caches the last text: many records have the same time, and luxon is slow. */
export function writeTime(time: number, format: keyof typeof FORMATS): string {
	const key = `${format} ${time}`;
	if (key !== last.key) {
		last.key = key;
		last.text = DateTime.fromMillis(time, { zone: ZONE }).toFormat(FORMATS[format]);
	}
	return last.text;
}

export function readMinute(text: string): number | undefined {
	if (!/^\d\d\/\d\d\/\d\d \d\d:\d\d$/.test(text)) return undefined;
	const read = DateTime.fromFormat(text, FORMATS.minute, { zone: ZONE });
	return read.isValid ? read.toMillis() : undefined;
}

/** By the calendar: at a clock change, a week is an hour shorter or longer. */
export function weekAfter(time: number): number {
	return DateTime.fromMillis(time, { zone: ZONE }).plus({ weeks: 1 }).toMillis();
}

export function hourOfDay(time: number): number {
	return DateTime.fromMillis(time, { zone: ZONE }).hour;
}
