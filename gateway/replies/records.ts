import { cutToSize, textsIn, withoutMarks } from '../values/checks';
import { phoneKey, toInternational } from '../phones/phone';
import { CONTAINER, ONE_NAME, UNSAFE_NAMES } from '../values/tree';
import type { ReplyTree, ReplyValue } from '../values/tree';
import { groupBy } from '../values/lists';

/** A push, or a record of a reply, as received. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** Most texts are short, of ASCII and Hebrew letters, none of which are invisible. */
const PLAIN = /^[\0-\x7F\u05D0-\u05EA]{0,999}$/;

/**
 * A field's value as text, to compare and to output: cut to size, without invisible characters or direction marks. Of a repeated
 * field, the first that is not blank.
 */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).find((text) => text.trim() !== '') ?? '';
	if (typeof value === 'object') return value !== null && '_' in value ? textOf(value._) : '';
	return withoutMarks(cutToSize(String(value ?? '')));
}

/** Whether a value contains any text that is neither blank nor invisible. */
export const hasContent = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some(hasContent)
		: textOf(value).trim() !== '';

export function isTree(value: ReplyValue | undefined): value is ReplyTree {
	return typeof value === 'object' && !Array.isArray(value);
}

function readAll(record: RawRecord) {
	const texts = new Map<string, string>();
	const names = new Set<string>();
	const fields = Object.entries(record).flatMap(([key, value]) => {
		const plain = key.trim().toLowerCase();
		if (UNSAFE_NAMES.has(plain)) return [];
		const name = ONE_NAME.get(plain) ?? plain;
		const text = typeof value === 'string' && PLAIN.test(value) ? value : textOf(value);
		const isBlank = text.trim() === '';
		const isEmpty = isBlank && !hasContent(value);
		const isFirst = !isBlank && !texts.has(name);
		if (isFirst) texts.set(name, text);
		names.add(name);
		return [{ key, value, name, text, isBlank, isEmpty, isFirst }];
	});
	return { fields, texts: texts as ReadonlyMap<string, string>, names };
}

type ReadRecord = ReturnType<typeof readAll>;

/** A record is read once, for all who ask. */
const READ = new WeakMap<object, ReadRecord>();

/**
 * The fields of a push or a record: names in lower case and corrected, values as text. `texts` has the first text of each name
 * that is not blank, `names` also those of blank fields.
 */
export function readRecord(record: RawRecord): ReadRecord {
	const read = READ.get(record) ?? readAll(record);
	READ.set(record, read);
	return read;
}

/** All fields of a record as one text, independent of their order. */
export function allFields(record: RawRecord): string {
	const entries = readRecord(record)
		.fields.filter(({ isEmpty }) => !isEmpty)
		.map(({ name, value }) => [name, typeof value === 'object' ? value : String(value)]);
	return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** Whether a text is all that a list holds. */
const isRepeated = (text: string, list: unknown): boolean =>
	Array.isArray(list) && list.every((item) => typeof item !== 'object' && textOf(item) === text);

/**
 * What a record has besides documented fields and those that say nothing new, and the documented ones that hold more than their
 * text; undefined if there is none.
 */
export function otherFields(
	{ fields }: ReadRecord,
	documented: readonly string[],
	nothingNew: readonly string[] = [],
) {
	const left = fields.filter(({ name, value, text, isEmpty, isFirst }) => {
		if (nothingNew.includes(name)) return false;
		const isRead = isFirst && documented.includes(name);
		return isRead ? typeof value === 'object' && !isRepeated(text, value) : !isEmpty;
	});
	return left.length > 0
		? Object.fromEntries(left.map(({ key, value }): [string, unknown] => [key, value]))
		: undefined;
}

/** The fields of a delivery report that repeat its status in words. */
export const STATUS_TEXTS: readonly string[] = ['he_message', 'en_message'];

/** Field names that only delivery reports have, apart from the status. */
export const TELLING: readonly string[] = ['external_id', 'shipment_id', ...STATUS_TEXTS];

const PHONE = /^[+\d*][\d*\s().-]{2,24}$/;

const isPhone = (text: string) =>
	PHONE.test(text) &&
	(/\*{2}/.test(text) || (/^(\+|0|5\d{8}$|972)/.test(text) && toInternational(text) !== undefined));

/** Whether an object must be a report, a message or a blocked number: it has a delivery report's field, or a phone. */
export const isEvidentRecord = (record: RawRecord): boolean =>
	readRecord(record).fields.some(
		({ name, text, isBlank }) => !isBlank && (TELLING.includes(name) || isPhone(text.trim())),
	);

/** Refused rows are not records. */
const REFUSED = 'errors';

const ABOUT_REPLY: readonly string[] = ['message', 'total', 'count', 'page', 'pages', 'user'];

// Assumptions: senderRecords, birthdayRecords, contactListRecords, contactRecords, subAccountRecords
/**
 * The records of a reply: the documented container, or else the first list with objects. The envelope keeps everything else,
 * so nothing except the status and empty fields is lost; it is undefined if nothing remains.
 */
export function findRecords(tree: ReplyTree) {
	const { [CONTAINER]: shown } = tree;
	const list = (isList(shown) ? shown : firstList(tree)) ?? [];
	const records = list.filter(isTree);
	const others = list.filter((entry) => !isTree(entry));
	const envelope = withoutRecords({ ...tree, status: '' }, list, others);
	return {
		records,
		envelope: Object.keys(envelope).length > 0 ? envelope : undefined,
	};
}

/** One object is enough: PHP writes an empty record as `[]`, which must not hide the others. */
const isList = (value: ReplyValue | undefined): value is ReplyValue[] =>
	Array.isArray(value) && (value.length === 0 || value.some(isTree));

function firstList(tree: ReplyTree): ReplyValue[] | undefined {
	for (const [name, value] of Object.entries(tree)) {
		if (name === REFUSED) continue;
		if (isList(value) && value.length > 0) return value;
		const inner = isTree(value) ? firstList(value) : undefined;
		if (inner) return inner;
	}
	return undefined;
}

/** A copy without empty fields, and with only those entries of the list that are no records. */
function withoutRecords(tree: ReplyTree, list: ReplyValue[], others: ReplyValue[]): ReplyTree {
	const left = Object.entries(tree).map(([name, value]): [string, ReplyValue] => {
		if (value === list) return [name, others];
		return [name, isTree(value) ? withoutRecords(value, list, others) : value];
	});
	return Object.fromEntries(left.filter(([, value]) => hasContent(value)));
}

/** Whether a reply without records contains nothing else that people need. */
export const isEmptyReply = (envelope: ReplyTree): boolean =>
	Object.keys(envelope).every((name) => ABOUT_REPLY.includes(name));

/** The IDs of the lists that newCL created, in the order of its `cl` elements. Source: specification, newCL. */
export function newListIds({ identifiers = [] }: ReplyTree): string[] {
	const ids = identifiers === '' ? [] : [identifiers].flat();
	return ids.map((id) => (isTree(id) ? String(id._ ?? '') : String(id)).trim());
}

/** A row of a request: a phone, and its list by a name of ours and by the ID that a sentence of the reply may name. */
export type SentRow = Partial<Record<'phone' | 'list' | 'listId', string>>;

/** Numbers without spaces first: a space may also separate two numbers. */
const NUMBERS = [/\+?\d[\d-]*/g, /\+?\d[\d\s().-]*\d/g];
const WORD_BREAK = /[^\p{L}\p{N}_-]+/u;

// Assumption: rowErrors
/**
 * Matches the `errors` of a reply, such as "0501234567 is already on the contact list", to rows of the request. A sentence is
 * about the rows with its number, in any spelling, on the list that it names; without a number, about all rows of that list.
 * Without a list, the number counts as refused in all lists: a needless retry does no harm, but a contact wrongly believed to be
 * stored does. `reasons` has an entry per row; `notes` has the sentences that name no row.
 * Source: specification, newCL; gateway-api, section 6.
 */
export function tieRowErrors(errors: ReplyValue | undefined, rows: readonly SentRow[]) {
	const byPhone = groupBy(rows.keys(), (at) => phoneKey(rows[at]?.phone));
	const byListId = groupBy(rows.keys(), (at) => rows[at]?.listId);
	const said = rows.map(() => new Set<string>());
	const notes: string[] = [];
	for (const sentence of sentencesIn(errors)) {
		const onLists = new Set(sentence.split(WORD_BREAK).flatMap((word) => byListId.get(word) ?? []));
		const ofPhones = rowsIn(sentence, byPhone);
		const ofBoth = ofPhones.filter((at) => onLists.has(at));
		const about = [ofBoth, ofPhones, [...onLists]].find(({ length }) => length > 0) ?? [];
		if (about.length === 0) notes.push(sentence);
		for (const at of about) said[at]?.add(sentence);
	}
	return { reasons: said.map((sentences) => [...sentences].join('; ') || undefined), notes };
}

/** The sentences of an `errors` element. An object is one sentence. */
function sentencesIn(errors: ReplyValue = []): string[] {
	if (Array.isArray(errors)) return errors.flatMap(sentencesIn);
	const text = textsIn(errors).join(' ').trim();
	return text === '' ? [] : [text];
}

function rowsIn(sentence: string, byPhone: ReadonlyMap<string | undefined, number[]>): number[] {
	const found = NUMBERS.map((pattern) =>
		(sentence.match(pattern) ?? []).flatMap((digits) => byPhone.get(phoneKey(digits)) ?? []),
	);
	return found.find(({ length }) => length > 0) ?? [];
}
