import { receivedText } from '../values/checks';
import { toInternational } from '../phones/phone';
import { ONE_NAME, safe } from '../values/tree';

/** A push, or a record of a reply, as received. */
export type RawRecord = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A field's value as text; of a repeated field, the first that is not blank. */
export function textOf(value: unknown): string {
	if (isPlain(value)) return receivedText(String(value));
	if (Array.isArray(value)) return value.map(textOf).find((text) => text.trim() !== '') ?? '';
	return typeof value === 'object' && value !== null && '_' in value ? textOf(value._) : '';
}

/** Whether a value contains any text that is neither blank nor invisible. */
export function hasContent(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return textOf(value).trim() !== '';
	return Object.values(value).some(hasContent);
}

export const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The fields of a record in order. XML may write them as attributes. */
function entriesOf(record: RawRecord): Array<[string, unknown]> {
	const { $: attributes, ...fields } = record;
	if (typeof attributes !== 'object' || attributes === null) return safe(Object.entries(record));
	const named = entriesOf(attributes as RawRecord).map(([name, value]): [string, unknown] => [
		Object.hasOwn(fields, name) ? `$${name}` : name,
		value,
	]);
	return [...named, ...safe(Object.entries(fields))];
}

export function canonical(name: string): string {
	const plain = name.trim().toLowerCase();
	return ONE_NAME.get(plain) ?? plain;
}

/** A field: as received (`key`, `value`) and as read (`name`, `text`). */
interface Field {
	readonly key: string;
	readonly value: unknown;
	readonly name: string;
	readonly text: string;
	readonly isBlank: boolean;
}

/** A cache: three readers read the fields of each record. */
const READ = new WeakMap<object, readonly Field[]>();

function fieldsOf(record: RawRecord): readonly Field[] {
	const known = READ.get(record);
	if (known) return known;
	const fields = entriesOf(record).map(([key, value]) => {
		const text = textOf(value);
		return { key, value, name: canonical(key), text, isBlank: text.trim() === '' };
	});
	READ.set(record, fields);
	return fields;
}

/** Text in deeper levels counts, too. */
const isEmpty = ({ value, isBlank }: Field) =>
	isBlank && (typeof value !== 'object' || !hasContent(value));

/**
 * Reads the fields of a push or a record: names in lower case and corrected, values as text. Leaves out blank fields. Of a
 * repeated field, the first value counts.
 */
export function readFields(record: RawRecord): ReadonlyMap<string, string> {
	const fields = new Map<string, string>();
	for (const { name, text, isBlank } of fieldsOf(record)) {
		if (!isBlank && !fields.has(name)) fields.set(name, text);
	}
	return fields;
}

/** All fields of a record as one text, independent of their order. */
export function allFields(record: RawRecord): string {
	const entries = fieldsOf(record)
		.filter((field) => !isEmpty(field))
		.map(({ name, value }) => [name, isPlain(value) ? String(value) : value]);
	return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** Whether a text is all that a field holds. A repeated field may hold more. */
const isHeldBy = (text: string, value: unknown): boolean =>
	typeof value !== 'object' ||
	(Array.isArray(value) && value.every((item) => isPlain(item) && textOf(item) === text));

/**
 * Reads a record by its documented field names. `get` returns a field's text, undefined if missing or blank. `has` says whether
 * the field exists, even blank. `other` holds all other fields, and those whose value `get` returns only in part.
 */
export function readRecord(record: RawRecord, documented: readonly string[]) {
	const fields = new Map<string, string>();
	const left = fieldsOf(record).filter((field) => {
		const { name, value, text, isBlank } = field;
		const isFirst = !isBlank && documented.includes(name) && !fields.get(name);
		if (isFirst || !fields.has(name)) fields.set(name, isFirst ? text : '');
		return !isEmpty(field) && !(isFirst && isHeldBy(text, value));
	});
	const other = Object.fromEntries(left.map(({ key, value }) => [key, value]));
	return {
		get: (name: string) => fields.get(name) || undefined,
		has: (name: string) => fields.has(name),
		other: left.length > 0 ? other : undefined,
	};
}

/** Field names that only delivery reports have, apart from the status. */
export const TELLING: readonly string[] = [
	'external_id',
	'shipment_id',
	'he_message',
	'en_message',
];

const PHONE = /^[+\d*][\d*\s().-]{2,24}$/;

const isPhone = (text: string) =>
	PHONE.test(text) &&
	(/\*{2}/.test(text) || (/^(\+|0|5\d{8}$|972)/.test(text) && toInternational(text) !== undefined));

/** Whether an object must be a report, a message or a blocked number: it has a delivery report's field, or a phone. */
export const isEvidentRecord = (record: RawRecord): boolean =>
	fieldsOf(record).some(
		({ name, text, isBlank }) => !isBlank && (TELLING.includes(name) || isPhone(text.trim())),
	);
