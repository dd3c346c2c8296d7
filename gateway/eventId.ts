import { fromGatewayDate } from './dates';
import { allFields } from './fields';
import { toInternational, toNational } from './phone';

const { imul } = Math;
const MULTIPLIERS = [2654435761, 1597334677] as const;

/** A short stand-in for a long text (53-bit cyrb53 hash); not for secrets. */
export function fingerprint(text: string): string {
	let [a, b] = [0xdeadbeef, 0x41c6ce57];
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		a = imul(a ^ code, MULTIPLIERS[0]);
		b = imul(b ^ code, MULTIPLIERS[1]);
	}
	a = imul(a ^ (a >>> 16), 2246822507) ^ imul(b ^ (b >>> 13), 3266489909);
	b = imul(b ^ (b >>> 16), 2246822507) ^ imul(a ^ (a >>> 13), 3266489909);
	return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** What n8n keeps of every event must stay small, whatever is pushed. Our own limit: nobody's references are longer. */
const MAX_PART_CHARACTERS = 200;

function part(text: string): string {
	const escaped = text.trim().replace(/[\\|]/g, '\\$&');
	return escaped.length > MAX_PART_CHARACTERS ? fingerprint(escaped) : escaped;
}

/** A stand-in for everything that came, for events that nothing else tells apart. */
export const fingerprintAll = (record: Readonly<Record<string, unknown>>): string =>
	fingerprint(allFields(record));

/**
 * An id that is the same for the same event however often and whichever way it arrives. `who` is the message or the person
 * it is about: without that the other parts would make one event of many, so everything that came is used instead.
 */
export function eventId(
	feed: string,
	who: string | undefined,
	parts: ReadonlyArray<string | undefined>,
	record: Readonly<Record<string, unknown>>,
): string {
	const tail = who === undefined ? [fingerprintAll(record)] : [who, ...parts];
	return [feed, ...tail.map((each) => part(each ?? ''))].join('|');
}

/** The minute of a date: pushes carry seconds, polled records do not. */
export function minuteOf(date: string | undefined): string | undefined {
	return date === undefined ? undefined : (fromGatewayDate(date)?.slice(0, 16) ?? date);
}

/** One form for a number that arrives with 972 in a push and with a 0 in a report. */
export function phoneKey(phone: string | undefined): string | undefined {
	return phone === undefined ? undefined : (toNational(phone) ?? toInternational(phone) ?? phone);
}

/** Characters of every identity: 53 bits, so that of 100,000 events two have the same one in a million campaigns. */
export const IDENTITY_CHARACTERS = 11;

/** Tells an event from every other by what it is about. */
export const identity = (parts: ReadonlyArray<string | number | undefined>): string =>
	fingerprint(JSON.stringify(parts.map((part) => part ?? ''))).padStart(IDENTITY_CHARACTERS, '0');

/** The seconds of a date as it came, `dd/mm/yy hh:mm:ss`; undefined when it has none. */
export const secondsOf = (date: string | undefined): string | undefined =>
	/\d:\d\d:(\d\d)/.exec(date ?? '')?.[1];

/** The identity of the second, third … of several events that nothing tells apart. */
export const nthIdentity = (exact: string, n: number): string =>
	n === 1 ? exact : identity([exact, n]);

/** The identity among the events of several accounts. */
export const ofAccount = (exact: string, account: string): string => identity([account, exact]);
