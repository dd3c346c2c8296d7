import { heard } from './checks';
import { toInternational } from './phone';
import { ONE_NAME, UNSAFE_NAMES } from './tree';

/** The fields of a push or of a record of a reply, blank ones left out. */
export type Fields = ReadonlyMap<string, string>;

/** Most fields are: nothing in them hides, and nothing depends on a charset. */
const ASCII = /^[\0-\x7F]*$/;

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

interface ReadRecord {
	/** The text of a field; undefined if it is missing or blank. */
	get(name: string): string | undefined;
	/** Whether there is such a field, even a blank one. */
	has(name: string): boolean;
	/** The other fields, and those of which `get` gives only a part, as they came; undefined if there are none. */
	other: Record<string, unknown> | undefined;
}

/** Whether a text is the whole value. A repeated field may hold more. */
const isHeldBy = (text: string, value: unknown): boolean =>
	isPlain(value) ||
	(Array.isArray(value) && value.every((item) => isPlain(item) && textOf(item) === text));

/** Reads a record by the documented names of its fields. Nothing is lost: what has no such name goes to `other`. */
export function readRecord(
	record: Readonly<Record<string, unknown>>,
	documented: readonly string[],
): ReadRecord {
	const given = new Set<string>();
	const found = new Map<string, string>();
	const left: Array<[string, unknown]> = [];
	for (const [key, value] of entriesOf(record)) {
		const name = canonical(key);
		const text = textOf(value);
		given.add(name);
		const isFirst = documented.includes(name) && !found.has(name) && text.trim() !== '';
		if (isFirst) found.set(name, text);
		if (hasContent(value) && !(isFirst && isHeldBy(text, value))) left.push([key, value]);
	}
	return {
		get: (name) => found.get(name),
		has: (name) => given.has(name),
		other: left.length > 0 ? Object.fromEntries(left) : undefined,
	};
}

/** Names that only delivery reports have, besides their status. */
export const TELLING: ReadonlySet<string> = new Set([
	'external_id',
	'shipment_id',
	'he_message',
	'en_message',
]);

const PHONE = /^[+\d*][\d*\s().-]{2,24}$/;

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
