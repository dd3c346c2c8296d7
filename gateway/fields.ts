import { heard } from './checks';
import { toInternational } from './phone';
import { ONE_NAME, UNSAFE_NAMES } from './tree';

/** The fields of a push or of a record of a reply, blank ones left out. */
export type Fields = ReadonlyMap<string, string>;

const isPlain = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function textOf(value: unknown): string {
	if (isPlain(value)) return heard(String(value));
	// In a repeated field, the first text that is not blank counts.
	if (Array.isArray(value)) return value.map(textOf).find((text) => text.trim() !== '') ?? '';
	return typeof value === 'object' && value !== null && '_' in value ? textOf(value._) : '';
}

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
	const { $: attributes, ...fields } = record;
	if (typeof attributes !== 'object' || attributes === null) return safe(Object.entries(record));
	const named = entriesOf(attributes as Record<string, unknown>).map(
		([name, value]): [string, unknown] => [Object.hasOwn(fields, name) ? `$${name}` : name, value],
	);
	return [...named, ...safe(Object.entries(fields))];
}

/** The name of a field in lower case, with known misspellings corrected. */
export function canonical(name: string): string {
	const plain = name.trim().toLowerCase();
	return ONE_NAME.get(plain) ?? plain;
}

/** Leaves out unsafe names, even in capitals or with spaces around them: names are read without spaces and in lower case. */
export const safe = <T>(entries: Array<[string, T]>): Array<[string, T]> =>
	entries.filter(([name]) => !UNSAFE_NAMES.has(name.trim().toLowerCase()));

/** A field as it came, and as it is read. */
interface Field {
	readonly key: string;
	readonly value: unknown;
	readonly name: string;
	readonly text: string;
}

/** A record is read by its feed, by its identity and by what tells it from others: its fields are read once. */
const READ = new WeakMap<object, readonly Field[]>();

function fieldsOf(record: Readonly<Record<string, unknown>>): readonly Field[] {
	const known = READ.get(record);
	if (known) return known;
	const fields = entriesOf(record).map(([key, value]) => {
		return { key, value, name: canonical(key), text: textOf(value) };
	});
	READ.set(record, fields);
	return fields;
}

/**
 * Reads the fields of a push form or of a decoded record: names in lower case and in our own spelling, values as text. Blank
 * fields count as missing, and the first value of a repeated field wins.
 */
export function readFields(record: Readonly<Record<string, unknown>>): Fields {
	const fields = new Map<string, string>();
	for (const { name, text } of fieldsOf(record)) {
		if (text.trim() !== '' && !fields.has(name)) fields.set(name, text);
	}
	return fields;
}

/** All fields of a record as one text, whatever their order. */
export function allFields(record: Readonly<Record<string, unknown>>): string {
	const entries = fieldsOf(record)
		.filter(({ value }) => hasContent(value))
		.map(({ name, value }) => [name, isPlain(value) ? String(value) : value]);
	return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** What all events have in common. */
export interface EventRecord {
	eventId: string;
	/** Whom it is about: `0501234567`, or as it came when it is masked or not Israeli. */
	phone: string | undefined;
	/** `+972501234567`; undefined when masked. */
	phoneInternational: string | undefined;
	/** ISO 8601 with Israel's offset, or as it came where it cannot be read. */
	date: string | undefined;
	/** Fields without a place in the output, as they came. */
	other?: Record<string, unknown>;
}

/** Whether a text is the whole value. A repeated field may hold more. */
const isHeldBy = (text: string, value: unknown): boolean =>
	isPlain(value) ||
	(Array.isArray(value) && value.every((item) => isPlain(item) && textOf(item) === text));

/**
 * Reads a record by the documented names of its fields. `get` gives the text of one, undefined if it is missing or blank; `has`
 * says whether it is there, even blank. `other` has the other fields, and those of which `get` gives only a part, as they came.
 */
export function readRecord(
	record: Readonly<Record<string, unknown>>,
	documented: readonly string[],
) {
	const fields = new Map<string, string>();
	const left = fieldsOf(record).filter(({ name, value, text }) => {
		const isFirst = documented.includes(name) && !fields.get(name) && text.trim() !== '';
		if (isFirst || !fields.has(name)) fields.set(name, isFirst ? text : '');
		return hasContent(value) && !(isFirst && isHeldBy(text, value));
	});
	const other = Object.fromEntries(left.map(({ key, value }) => [key, value]));
	return {
		get: (name: string) => fields.get(name) || undefined,
		has: (name: string) => fields.has(name),
		other: left.length > 0 ? other : undefined,
	};
}

/** Names that only delivery reports have, besides their status. */
export const TELLING = ['external_id', 'shipment_id', 'he_message', 'en_message'] as const;
const isTelling = (name: string) => (TELLING as readonly string[]).includes(name);

const PHONE = /^[+\d*][\d*\s().-]{2,24}$/;

/** A complete phone number, or one with masked digits. */
const isPhone = (text: string) =>
	PHONE.test(text) &&
	(/\*{2}/.test(text) || (/^(\+|0|5\d{8}$|972)/.test(text) && toInternational(text) !== undefined));

/** Whether an object must be a report, a message or a blocked number: it has a telling field name, or holds a phone. */
export const isEvidentRecord = (record: Readonly<Record<string, unknown>>): boolean =>
	fieldsOf(record).some(({ name, text }) => {
		const own = text.trim();
		return own !== '' && (isTelling(name) || isPhone(own));
	});
