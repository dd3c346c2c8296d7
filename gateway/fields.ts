import { heard } from './checks';
import { toInternational } from './phone';
import { ONE_NAME, UNSAFE_NAMES } from './tree';

/** The fields of a push or of a record of a reply, blank ones left out. */
export type Fields = ReadonlyMap<string, string>;

/** Most fields are: nothing in them hides, and nothing depends on a charset. */
export const ASCII = /^[\0-\x7F]*$/;

function textOf(value: unknown): string {
	if (typeof value === 'string') return ASCII.test(value) ? value : heard(value);
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	// In a repeated field, the first text that is not blank counts.
	if (Array.isArray(value)) return value.map(textOf).find((text) => text.trim() !== '') ?? '';
	if (typeof value === 'object' && value !== null && '_' in value) return textOf(value._);
	return '';
}

const isPlain = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Whether a value holds anything but blanks. */
export function hasContent(value: unknown): boolean {
	if (isPlain(value)) return String(value).trim() !== '';
	return typeof value === 'object' && value !== null && Object.values(value).some(hasContent);
}

/** Every text in a value, however deep. */
export const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The fields of a record in their order, attributes included. XML may write a record as attributes of an element. */
function entriesOf(record: Readonly<Record<string, unknown>>): Array<[string, unknown]> {
	const entries = safe(Object.entries(record));
	const { $: attributes } = record;
	if (typeof attributes !== 'object' || attributes === null) return entries;
	const attributeEntries = entriesOf(attributes as Record<string, unknown>);
	return [
		...attributeEntries.map(([name, value]): [string, unknown] => [
			Object.hasOwn(record, name) ? `$${name}` : name,
			value,
		]),
		...entries.filter(([name]) => name !== '$'),
	];
}

/** The name of a field in lower case, with known misspellings corrected. */
export function canonical(name: string): string {
	const plain = name.trim().toLowerCase();
	return ONE_NAME.get(plain) ?? plain;
}

/** Leaves out unsafe names, even in capitals or with spaces around them: names are read without spaces and in lower case. */
export const safe = <T>(entries: Array<[string, T]>): Array<[string, T]> =>
	entries.filter(([name]) => !UNSAFE_NAMES.has(name.trim().toLowerCase()));

/**
 * Reads the fields of a push form or of a decoded record: names in lower case and in our own spelling, values as text. Blank
 * fields count as missing, and the first value of a repeated field wins.
 */
export function readFields(record: Readonly<Record<string, unknown>>): Fields {
	const fields = new Map<string, string>();
	for (const [key, value] of entriesOf(record)) {
		const name = canonical(key);
		const text = textOf(value);
		if (text.trim() !== '' && !fields.has(name)) fields.set(name, text);
	}
	return fields;
}

/** All fields of a record as one text, whatever their order. */
export function allFields(record: Readonly<Record<string, unknown>>): string {
	const entries = entriesOf(record)
		.filter(([, value]) => hasContent(value))
		.map(([name, value]) => [canonical(name), isPlain(value) ? String(value) : value]);
	return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** What all events have in common. */
export interface EventRecord extends LeftOver {
	eventId: string;
	/** Whom it is about: `0501234567`, or as it came when it is masked or not Israeli. */
	phone: string | undefined;
	/** `+972501234567`; undefined when masked. */
	phoneInternational: string | undefined;
	/** ISO 8601 with Israel's offset, or as it came where it cannot be read. */
	date: string | undefined;
}

/** Names of a date besides `date`. */
export const DATE_NAMES: readonly string[] = [
	'time',
	'datetime',
	'timestamp',
	'receivedat',
	'received',
	'deliveredat',
	'blockedat',
	'statusdate',
	'dlrdate',
	'updatedat',
	'createdat',
	'addedat',
	'sentat',
	'at',
];

/**
 * The places for a record's fields in the output: the key is the name in the specification, the values are other names
 * that the same field may have, without `_` and `-`. Other names are guesses, and count only while the place is empty.
 */
export type Places = Readonly<Record<string, readonly string[]>>;

export interface ReadRecord {
	/** The text in a place; undefined if the place is empty. */
	get(place: string): string | undefined;
	/** Whether there is a field for a place, even a blank one. */
	has(place: string): boolean;
	/** Fields without a place, and those that their place holds only in part, as they came; undefined if there are none. */
	other: Record<string, unknown> | undefined;
}

/** A date with a time, a word or a sentence does not count as a phone, whatever its field is called. */
const PHONE = /^[+\d*][\d*\s().-]{2,24}$/;
const PHONE_PLACES: ReadonlySet<string> = new Set(['phone', 'dest']);
const fits = (place: string, text: string) => !PHONE_PLACES.has(place) || PHONE.test(text.trim());

/** Whether a text is the whole value. A repeated field may hold more. */
const isHeldBy = (text: string, value: unknown): boolean =>
	isPlain(value) ||
	(Array.isArray(value) && value.every((item) => isPlain(item) && textOf(item) === text));

const bare = (name: string) => canonical(name).replace(/[\s_-]/g, '');

/** Reads a record into places. Nothing is lost: fields without a place go to `other`. */
export function readRecord(record: Readonly<Record<string, unknown>>, places: Places): ReadRecord {
	const found = new Map<string, string>();
	const blank = new Set<string>();
	const left: Array<[string, unknown]> = [];
	for (const entry of entriesOf(record)) {
		const [key, value] = entry;
		const name = canonical(key);
		const text = textOf(value);
		const isNew = Object.hasOwn(places, name) && !found.has(name) && text.trim() !== '';
		if (text.trim() === '') blank.add(name);
		if (isNew) found.set(name, text);
		if (!isNew || (text !== value && !isHeldBy(text, value))) left.push(entry);
	}
	const other = new Map(left.filter(([, value]) => hasContent(value)));
	if (other.size > 0) {
		const named = new Map([...other].reverse().map(([key]) => [bare(key), key]));
		for (const [place, guesses] of Object.entries(places)) {
			if (found.has(place)) continue;
			for (const guess of [bare(place), ...guesses]) {
				const key = named.get(guess);
				const value = key === undefined ? undefined : other.get(key);
				const text = textOf(value);
				if (key === undefined || text.trim() === '' || !fits(place, text)) continue;
				found.set(place, text);
				if (isHeldBy(text, value)) other.delete(key);
				break;
			}
		}
	}
	return {
		get: (place) => found.get(place),
		has: (place) => found.has(place) || blank.has(place),
		other: other.size > 0 ? Object.fromEntries(other) : undefined,
	};
}

/** Names that only delivery reports have, besides their status. */
export const TELLING: ReadonlySet<string> = new Set([
	'external_id',
	'shipment_id',
	'he_message',
	'en_message',
]);

/** A complete phone number, or one with masked digits. */
const isPhone = (text: string) =>
	PHONE.test(text) &&
	(/\*{2}/.test(text) || (/^(\+|0|5\d{8}$|972)/.test(text) && toInternational(text) !== undefined));

/** Whether an object must be a report, a message or a blocked number: it has a telling field name, or holds a phone. */
export const isEvidentRecord = (record: Readonly<Record<string, unknown>>): boolean =>
	entriesOf(record).some(([name, value]) => {
		const text = textOf(value).trim();
		return text !== '' && (TELLING.has(canonical(name)) || isPhone(text));
	});

/** The output for fields without a place; empty if every field has one. */
interface LeftOver {
	/** The fields, as they came. */
	other?: Record<string, unknown>;
	/** Names a missing field that `other` may hold. */
	warning?: string;
}

/**
 * The fields without a place, and a warning if a needed field is missing.
 * @param needed the needed fields, each with the places of which the record must have one
 */
export function leftOver(
	{ has, other }: ReadRecord,
	needed: Readonly<Record<string, readonly string[]>>,
): LeftOver {
	if (other === undefined) return {};
	const missing = Object.keys(needed).filter((what) => !needed[what]?.some(has));
	if (missing.length === 0) return { other };
	const warning = `No field is known to hold the ${missing.join(' or the ')}. The fields that are not known are under "other", as they came: use those.`;
	return { other, warning };
}
