import { InputError } from './checks';
import { MAX_REPLY_BYTES } from './limits';
import { MAX_DEPTH, ONE_NAME, UNSAFE_NAMES } from './tree';
import type { Encoding, GatewayTree, GatewayValue, ReplyTree, ReplyValue } from './tree';
import { buildXml, parseXml } from './xml';

// Requests: from a tree to a text.

/** Characters that XML 1.0 cannot carry in any form: control characters, half surrogate pairs and two non-characters. */
const UNSENDABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Also matches whole surrogate pairs, which are sendable, but takes half the time. */
const SUSPICIOUS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/;

const ELEMENT_NAME = /^(?!xml)[A-Za-z_][A-Za-z0-9_.-]*$/i;

/** Fields of `tts` that are JSON numbers; other scalars are JSON strings. Source: specification, "JSON conversion". */
const JSON_NUMBERS: ReadonlySet<string | number | undefined> = new Set(['type', 'rate', 'repeat']);

const PLAIN_NUMBER = /^-?\d{1,15}$/;

/** The path to a field, one step for each level. It becomes a text only in an error. */
type Path = Array<string | number>;

const pathText = (path: Path) =>
	path.reduce<string>(
		(text, step) =>
			typeof step === 'number' ? `${text}[${step}]` : (text && `${text}.${step}`) || step,
		'',
	);

/** Names that passed the check: the same few come with every message. */
const goodNames = new Set<string>();
const MAX_GOOD_NAMES = 500;

function checkName(name: string, path: Path): void {
	if (goodNames.has(name)) return;
	if (!ELEMENT_NAME.test(name) || UNSAFE_NAMES.has(name)) {
		throw new InputError(
			`has a name that cannot be used for a field: "${name.slice(0, 40)}" (${pathText(path)}); start with an English letter and use only letters, digits, "_", "-" and "."`,
		);
	}
	if (goodNames.size < MAX_GOOD_NAMES) goodNames.add(name);
}

function toText(value: unknown, path: Path): string {
	if (typeof value === 'string') {
		if (!SUSPICIOUS.test(value)) return value;
		const position = value.search(UNSENDABLE);
		if (position < 0) return value;
		const code = value.charCodeAt(position).toString(16).toUpperCase().padStart(4, '0');
		throw new InputError(
			`holds a character that cannot be sent (U+${code} in ${pathText(path)}, character ${position + 1}); remove it`,
		);
	}
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (Number.isFinite(value)) return String(value);
	throw new InputError(
		`holds neither text nor a number in ${pathText(path)}; give it a plain value`,
	);
}

type Fields = Record<string, unknown>;

/**
 * Cleans all fields but those that `skip` names. Returns the same object if nothing changed, as for nearly every message,
 * otherwise a copy. Fields that are undefined may stay, since neither encoding writes them. `count` leaves them out.
 */
function cleanFields(
	fields: Fields,
	skip: (name: string) => boolean,
	path: Path,
	cleanOne: (value: unknown) => unknown,
): { cleaned: Fields; count: number } {
	let cleaned = fields;
	let count = 0;
	for (const name in fields) {
		const value = fields[name];
		if (value === undefined || skip(name) || !Object.hasOwn(fields, name)) continue;
		path.push(name);
		checkName(name, path);
		const kept = cleanOne(value);
		path.pop();
		if (kept !== undefined) count++;
		if (kept === value) continue;
		if (cleaned === fields) cleaned = { ...fields };
		cleaned[name] = kept;
	}
	return { cleaned, count };
}

const isOwnText = (name: string) => name === '$' || name === '_';
const skipsNothing = () => false;

function cleanAttributes(attributes: unknown, path: Path): Fields | undefined {
	if (typeof attributes !== 'object' || attributes === null) return undefined;
	path.push('$');
	const { cleaned, count } = cleanFields(attributes as Fields, skipsNothing, path, (value) =>
		value === null ? undefined : toText(value, path),
	);
	path.pop();
	return count === 0 ? undefined : cleaned;
}

function cleanObject(value: object, path: Path, asNumbers: boolean): GatewayValue {
	const fields = value as Fields;
	const { cleaned, count } = cleanFields(fields, isOwnText, path, (child) =>
		clean(child, path, asNumbers),
	);
	const { $, _ } = fields;
	if ($ === undefined && _ === undefined) {
		return cleaned as GatewayTree;
	}
	if (_ !== undefined && count > 0) {
		throw new InputError(`holds both text and inner fields in ${pathText(path)}; keep one of them`);
	}
	const attributes = cleanAttributes($, path);
	const text = _ === undefined ? undefined : toText(_, path);
	if (!attributes) return text ?? ({ ...cleaned, $: undefined } as GatewayTree);
	if (count > 0) return { ...cleaned, $: attributes } as GatewayTree;
	return attributes === $ && text === _ && text !== undefined
		? (value as GatewayTree)
		: ({ $: attributes, _: text ?? '' } as GatewayTree);
}

function cleanList(list: unknown[], path: Path, asNumbers: boolean): GatewayValue[] | undefined {
	let items = list;
	for (let index = 0; index < list.length; index++) {
		const item = list[index];
		path.push(index);
		if (Array.isArray(item)) {
			throw new InputError(`holds a list inside a list in ${pathText(path)}; use one flat list`);
		}
		const kept = clean(item, path, asNumbers);
		path.pop();
		if (kept === item && kept !== undefined) continue;
		if (items === list) items = [...list];
		items[index] = kept;
	}
	const kept = items === list ? list : items.filter((item) => item !== undefined);
	// XML has no way to write an empty list, so JSON leaves it out as well.
	return kept.length === 0 ? undefined : (kept as GatewayValue[]);
}

function clean(value: unknown, path: Path, asNumbers: boolean): GatewayValue {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'object') {
		const text = toText(value, path);
		return asNumbers && isJsonNumber(path, text) ? Number(text) : text;
	}
	if (path.length > MAX_DEPTH) {
		throw new InputError(`is nested too deeply; use at most ${MAX_DEPTH} levels`);
	}
	return Array.isArray(value)
		? cleanList(value, path, asNumbers)
		: cleanObject(value, path, asNumbers);
}

const isJsonNumber = (path: Path, text: string) =>
	JSON_NUMBERS.has(path.at(-1)) && path.at(-2) === 'tts' && PLAIN_NUMBER.test(text);

function cleanRequest(root: string, tree: GatewayTree, encoding: Encoding): GatewayTree {
	checkName(root, ['the top level']);
	return cleanObject(tree, [root], encoding === 'json') as GatewayTree;
}

/**
 * Throws what `encodeRequest` would throw for this body, without writing it.
 *
 * @throws InputError
 */
export function checkRequest(root: string, tree: GatewayTree): void {
	cleanRequest(root, tree, 'json');
}

/**
 * Writes the body of a request. JSON and XML come from the same checked tree: scalars become texts (JSON keeps
 * `tts.type`, `tts.rate` and `tts.repeat` numbers), fields that are undefined or null and empty lists are left out.
 * Source: specification, "Common request and response rules".
 *
 * @param root name of the operation: the XML root element, or the single top-level key of the JSON form
 * @throws InputError naming the path of a field that has a character XML 1.0 cannot carry (refused in JSON too, so that
 * the encoding makes no difference), a name that is no element name, or a value that is neither text, number nor tree
 */
export function encodeRequest(
	root: string,
	tree: GatewayTree,
	encoding: Encoding,
): { body: string; contentType: string } {
	const cleaned = cleanRequest(root, tree, encoding);
	return encoding === 'json'
		? {
				body: JSON.stringify({ [root]: cleaned }),
				contentType: 'application/json; charset=utf-8',
			}
		: { body: buildXml(root, cleaned), contentType: 'application/xml; charset=utf-8' };
}

/**
 * An element with an `id` attribute, such as a phone with its external ID; without an ID the text alone. Source:
 * specification, "JSON conversion".
 */
export const elementWithId = (text: string, id?: string): GatewayValue =>
	id === undefined ? text : { $: { id }, _: text };

// JSON with its numbers as they were written.

interface ScannedJson {
	/** The same document with every number written as a string, so that long ids and trailing zeros survive. */
	text: string;
	depth: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** How a character of JSON outside a string changes the depth. */
const DEPTH_STEP: Readonly<Record<number, number>> = { 0x7b: 1, 0x5b: 1, 0x7d: -1, 0x5d: -1 };

/** Expects valid JSON. */
function scanJson(text: string): ScannedJson {
	const parts: string[] = [];
	let copied = 0;
	let depth = 0;
	let deepest = 0;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code === QUOTE) {
			i = closingQuote(text, i);
			continue;
		}
		depth += DEPTH_STEP[code] ?? 0;
		deepest = Math.max(deepest, depth);
		NUMBER.lastIndex = i;
		const number = startsNumber(code) ? NUMBER.exec(text)?.[0] : undefined;
		if (number === undefined) continue;
		parts.push(text.slice(copied, i), '"', number, '"');
		copied = i + number.length;
		i = copied - 1;
	}
	parts.push(text.slice(copied));
	return { text: parts.join(''), depth: deepest };
}

const startsNumber = (code: number) => (code >= 0x30 && code <= 0x39) || code === 0x2d;

function closingQuote(text: string, open: number): number {
	for (let i = open + 1; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code === BACKSLASH) i++;
		else if (code === QUOTE) return i;
	}
	return text.length;
}

/** The value of a JSON text; undefined for any other text. Never throws. */
export function valueOfJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

export type ParsedJson =
	| { ok: true; value: object }
	| { ok: false; reason: 'malformed' | 'tooDeep' };

/**
 * Parses a JSON object or list with every number as a text, so that long ids and trailing zeros survive. Never throws.
 */
export function parseJson(text: string): ParsedJson {
	if (valueOfJson(text) === undefined) return { ok: false, reason: 'malformed' };
	const scanned = scanJson(text);
	if (scanned.depth > MAX_DEPTH) return { ok: false, reason: 'tooDeep' };
	return { ok: true, value: JSON.parse(scanned.text) as object };
}

// Replies: one tree for both encodings.

export function isTree(value: ReplyValue | undefined): value is ReplyTree {
	return typeof value === 'object' && !Array.isArray(value);
}

/** The containers the specification shows, with the element they hold; always arrays in the tree. */
const CONTAINERS: ReadonlyMap<string, string> = new Map([
	['transactions', 'transaction'],
	['identifiers', 'identifier'],
	['errors', 'error'],
]);
const CONTAINER_OF: ReadonlyMap<string, string> = new Map(
	[...CONTAINERS].map(([container, element]) => [element, container]),
);

function isPluralOf(container: string, element: string): boolean {
	return (
		container === `${element}s` ||
		container === `${element}es` ||
		(element.endsWith('y') && container === `${element.slice(0, -1)}ies`)
	);
}

const asList = (value: ReplyValue): ReplyValue[] => (Array.isArray(value) ? value : [value]);

/** `{ transaction: […] }` inside `transactions` is the list itself; JSON has the list without the inner element. */
function innerList(container: string, value: ReplyValue): ReplyValue[] | undefined {
	if (!isTree(value)) return undefined;
	const [element, ...others] = Object.keys(value);
	if (element === undefined || others.length > 0 || !isPluralOf(container, element)) {
		return undefined;
	}
	return asList(value[element] ?? []);
}

const isBlank = (value: ReplyValue) => typeof value === 'string' && value.trim() === '';

function unwrapContainer(name: string, value: ReplyValue): ReplyValue {
	const items = asList(value);
	const inner = items.map((item) => innerList(name, item));
	if (CONTAINERS.has(name)) {
		const list = items.flatMap((item, index) => inner[index] ?? [item]);
		// A blank id keeps its place, because the place tells which list an id belongs to.
		if (name === 'identifiers' && list.length > 1) return list;
		return list.filter((item) => !isBlank(item));
	}
	const lists = inner.filter((list) => list !== undefined);
	return lists.length < items.length ? value : lists.flat();
}

/** Normalizes a reply in either encoding: one name per field, scalars as texts, containers with their elements as arrays. */
export function normalizeTree(source: object): ReplyTree {
	const tree: ReplyTree = {};
	for (const [key, raw] of Object.entries(source) as Array<[string, unknown]>) {
		if (UNSAFE_NAMES.has(key)) continue;
		const name = ONE_NAME.get(key) ?? key;
		const value = unwrapContainer(name, normalize(raw));
		const known = Object.hasOwn(tree, name) ? tree[name] : undefined;
		if (known === undefined || isBlank(known)) tree[name] = value;
		// Two spellings of one name, with a value each.
		else if (!isBlank(value) && value !== known) tree[name] = [...asList(known), ...asList(value)];
	}
	return tree;
}

function normalize(value: unknown): ReplyValue {
	if (value === null) return '';
	if (Array.isArray(value)) return value.map(normalize);
	if (typeof value !== 'object') return String(value);
	const tree = normalizeTree(value);
	// XML cannot tell an empty object from an empty text.
	return Object.keys(tree).length === 0 ? '' : tree;
}

/** Moves elements that came without their container into it, so that readers look in one place. */
export function gatherLooseElements(tree: ReplyTree): ReplyTree {
	const gathered: ReplyTree = {};
	for (const [name, value] of Object.entries(tree)) {
		const container = CONTAINER_OF.get(name);
		if (container === undefined || tree[container] !== undefined) gathered[name] = value;
		else gathered[container] = unwrapContainer(container, value);
	}
	return gathered;
}

const EXCERPT_CHARACTERS = 200;

export type UnreadableReason =
	| 'empty'
	| 'tooLarge'
	| 'html'
	| 'malformed'
	| 'tooDeep'
	| 'unsafe'
	| 'notAReply'
	| 'noStatus';

export interface ReadReply {
	kind: 'reply';
	/** Not judged yet: see `judgeStatus`. */
	status: number;
	/** The gateway's own text; empty when there is none. */
	message: string;
	/** The whole reply, `status` and `message` included. */
	tree: ReplyTree;
}

export interface UnreadableReply {
	kind: 'unreadable';
	reason: UnreadableReason;
	/** At most 200 printable characters from the beginning, not masked. */
	excerpt: string;
}

export type DecodedReply = ReadReply | UnreadableReply;

/** Elements that may hold the status and the text of a reply when the top level does not. A guess. */
const HEADS = ['$', 'header', 'head', 'result', 'response', 'meta', 'info'];

// Assumption: replyShape
/**
 * Removes the wrappers of a reply: the operation's name, or several elements. A wrapper is recognised by its missing status,
 * not by its name, because the reply of `balance` has a field of that name. Fields beside the wrapped reply are kept.
 */
function unwrapReply(tree: ReplyTree, root: string): ReplyTree {
	let reply = tree;
	while (reply.status === undefined) {
		const name = wrapperOf(reply, root);
		const wrapped = name === undefined ? undefined : reply[name];
		if (name === undefined || !isTree(wrapped)) return reply;
		const beside = Object.entries(reply).filter(
			([other]) => other !== name && !Object.hasOwn(wrapped, other),
		);
		reply = { ...Object.fromEntries(beside), ...wrapped };
	}
	return reply;
}

function wrapperOf(tree: ReplyTree, root: string): string | undefined {
	if (Object.hasOwn(tree, root) && isTree(tree[root])) return root;
	const [only, ...others] = Object.keys(tree);
	if (only !== undefined && others.length === 0) return only;
	return HEADS.find((name) => {
		const head = tree[name];
		return isTree(head) && readStatus(head) !== undefined;
	});
}

const STATUS = /^\s*([+-]?\d{1,9})\s*$/;

function textOf(value: ReplyValue | undefined): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(' ');
	return value === undefined ? '' : textOf(value._);
}

function readStatus(tree: ReplyTree): number | undefined {
	const value = tree.status;
	if (Array.isArray(value)) return undefined;
	const digits = STATUS.exec(textOf(value))?.[1];
	// Adding zero turns a negative zero into zero.
	return digits === undefined ? undefined : Number(digits) + 0;
}

const onlyOne = (list: unknown[]): unknown => (list.length === 1 ? list[0] : undefined);

type Parsed = { ok: true; value: object } | { ok: false; reason: UnreadableReason };

const unread = (reason: UnreadableReason): Parsed => ({ ok: false, reason });

const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!doctype\s+html\b|<html\b|<head\b|<body\b)/i;
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;

function readXml(text: string): Parsed {
	if (HTML.test(text)) return unread('html');
	// A document type can name files to read and entities that grow without end; no reply has one.
	if (DECLARATION.test(text)) return unread('unsafe');
	const parsed = parseXml(text);
	if (!parsed.ok) return parsed;
	// A root with nothing but text has no status, so the reply ends as `noStatus`.
	return { ok: true, value: isTree(parsed.value) ? parsed.value : {} };
}

function read(text: string): Parsed {
	if (text.trim() === '') return unread('empty');
	if (text.length > MAX_REPLY_BYTES) return unread('tooLarge');
	const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
	const first = body.trimStart().charAt(0);
	if (first === '<') return readXml(body);
	if (first === '{' || first === '[') return parseJson(body);
	return unread('notAReply');
}

function excerptOf(text: string): string {
	return text
		.slice(0, 4 * EXCERPT_CHARACTERS)
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim()
		.slice(0, EXCERPT_CHARACTERS)
		.replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Reads a reply in either encoding into one tree: scalars as texts, one name per field, known lists always arrays, the
 * wrapper with the operation's name removed. Never throws; a reply that cannot be trusted is `unreadable`.
 *
 * `status` must be a whole number of up to nine digits, as a number or as text: anything else is `noStatus`, never
 * success. `message` is the gateway's own text, empty when there is none.
 *
 * Source: specification, "Common request and response rules"; gateway-api, section 1.
 *
 * @param root name of the requested operation
 */
export function decodeReply(text: string, root: string): DecodedReply {
	const unreadable = (reason: UnreadableReason): DecodedReply => ({
		kind: 'unreadable',
		reason,
		excerpt: excerptOf(text),
	});
	const parsed = read(text);
	if (!parsed.ok) return unreadable(parsed.reason);
	const value: unknown = Array.isArray(parsed.value) ? onlyOne(parsed.value) : parsed.value;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return unreadable('notAReply');
	}
	// Before the wrapper is removed: otherwise a lone record would count as the wrapper, and its delivery status as the reply's.
	const outer = gatherLooseElements(normalizeTree(value));
	const tree = gatherLooseElements(unwrapReply(outer, root));
	const status = readStatus(tree);
	if (status === undefined) return unreadable('noStatus');
	// verify_phone answers in verify_message.
	return { kind: 'reply', status, message: textOf(tree.message ?? tree.verify_message), tree };
}

/**
 * A reply as it came, with the gateway's own names, spellings and nesting, but without unsafe names. Only for replies that
 * `decodeReply` could read: other texts may throw. Source: specification, "Common request and response rules".
 */
export function rawReply(text: string): unknown {
	const body = text.replace(/^\uFEFF/, '').trimStart();
	if (body.startsWith('<')) {
		const parsed = parseXml(body);
		return parsed.ok ? parsed.value : undefined;
	}
	return JSON.parse(body, (key, value: unknown) => (UNSAFE_NAMES.has(key) ? undefined : value));
}
