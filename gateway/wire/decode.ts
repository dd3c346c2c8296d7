import { isTree, MAX_DEPTH, ONE_NAME, UNSAFE_NAMES } from '../values/tree';
import type { Parsed, ReplyTree, ReplyValue } from '../values/tree';
import { MAX_REPLY_BYTES } from '../values/limits';
import { parseXml } from './xml';

/** Decodes the bytes of a body in the charset that its content type names; default: UTF-8. */
export function decoderFor(contentType: string) {
	const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(charset ?? 'utf-8');
	} catch {
		return new TextDecoder('utf-8');
	}
}

/** An escaped character, a quote, a number, or a bracket. */
const TOKEN = /\\.|"|(-?\d[\d.eE+-]*)|[{}[\]]/g;

/** A valid JSON document with every number as a text, and its levels. */
function scanJson(text: string) {
	const parts: string[] = [];
	let [copied, depth, deepest] = [0, 0, 0];
	let isQuoted = false;
	for (const { 0: token, 1: number, index } of text.matchAll(TOKEN)) {
		if (token === '"') isQuoted = !isQuoted;
		if (isQuoted) continue;
		if (number !== undefined) {
			parts.push(text.slice(copied, index), '"', number, '"');
			copied = index + number.length;
		} else if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
		else if (token === '}' || token === ']') depth--;
	}
	return { quoted: parts.join('') + text.slice(copied), deepest };
}

export function valueOfJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/**
 * Parses a JSON object or list. Every number becomes a text: JavaScript would round long IDs and drop trailing zeros. Never
 * throws.
 */
export function parseJson(text: string): Parsed<object> {
	if (valueOfJson(text) === undefined) return { ok: false, reason: 'malformed' };
	const { quoted, deepest } = scanJson(text);
	if (deepest > MAX_DEPTH) return { ok: false, reason: 'tooDeep' };
	return { ok: true, value: JSON.parse(quoted) as object };
}

/** The containers in the specification, named after their elements. The tree always has them as arrays. */
const CONTAINERS: readonly string[] = ['transactions', 'identifiers', 'errors'];

const isPluralOf = (container: string, element: string): boolean =>
	[`${element}s`, `${element}es`, element.replace(/y$/, 'ies')].includes(container) &&
	container !== element;

const asList = (value: ReplyValue): ReplyValue[] => (Array.isArray(value) ? value : [value]);

/** `{ transaction: […] }` inside `transactions` becomes the list itself: JSON has no inner element. */
function innerList(container: string, value: ReplyValue): ReplyValue[] | undefined {
	if (!isTree(value)) return undefined;
	const [list, ...others] = Object.entries(value).map(([element, inner]) =>
		isPluralOf(container, element) ? asList(inner) : undefined,
	);
	return others.length === 0 ? list : undefined;
}

const isBlank = (value: ReplyValue) => typeof value === 'string' && value.trim() === '';

function unwrapContainer(name: string, value: ReplyValue): ReplyValue {
	if (!CONTAINERS.includes(name)) return innerList(name, value) ?? value;
	const list = asList(value).flatMap((item) => innerList(name, item) ?? [item]);
	// Keep a blank ID: the position tells which list an ID belongs to.
	if (name === 'identifiers' && list.length > 1) return list;
	return list.filter((item) => !isBlank(item));
}

/** Brings JSON and XML replies to one form: one name per field, scalars as texts, containers as arrays. */
function normalizeTree(source: object): ReplyTree {
	const tree: ReplyTree = {};
	for (const [key, raw] of Object.entries(source) as Array<[string, unknown]>) {
		if (UNSAFE_NAMES.has(key)) continue;
		const name = ONE_NAME.get(key) ?? key;
		const plain = normalize(raw);
		const isScalar = typeof plain === 'string' && !CONTAINERS.includes(name);
		const value = isScalar ? plain : unwrapContainer(name, plain);
		const known = Object.hasOwn(tree, name) ? tree[name] : undefined;
		if (known === undefined || isBlank(known)) tree[name] = value;
		// The reply has both spellings of a name, with different values.
		else if (!isBlank(value) && value !== known) tree[name] = [...asList(known), ...asList(value)];
	}
	return tree;
}

function normalize(value: unknown): ReplyValue {
	if (value === null) return '';
	if (Array.isArray(value)) return value.map(normalize);
	if (typeof value !== 'object') return String(value);
	const tree = normalizeTree(value);
	// XML cannot distinguish an empty object from an empty text.
	return Object.keys(tree).length === 0 ? '' : tree;
}

/** Moves elements without their container into it, so that readers look in one place. */
function gatherLooseElements(tree: ReplyTree): ReplyTree {
	const gathered: ReplyTree = {};
	for (const [name, value] of Object.entries(tree)) {
		const container = `${name}s`;
		const isLoose = CONTAINERS.includes(container) && tree[container] === undefined;
		gathered[isLoose ? container : name] = isLoose ? unwrapContainer(container, value) : value;
	}
	return gathered;
}

const EXCERPT_CHARACTERS = 200;

type UnreadableReason =
	| 'empty'
	| 'tooLarge'
	| 'html'
	| 'malformed'
	| 'tooDeep'
	| 'unsafe'
	| 'notAReply'
	| 'noStatus';

/**
 * A reply, not judged yet: `judgeStatus` does that. `message` is the gateway's own text, empty if it sends none; `tree` is the
 * whole reply. Of an unreadable one, the first 200 printable characters, with secrets not yet masked.
 */
export type DecodedReply =
	| { kind: 'reply'; status: number; message: string; tree: ReplyTree }
	| { kind: 'unreadable'; reason: UnreadableReason; excerpt: string };

// Assumption: replyShape
/**
 * Removes the wrapper around a reply: the operation's name, or an only element. We recognise a wrapper by its missing status,
 * because the reply of `balance` has a field `balance`. Fields beside the wrapped reply stay.
 */
function unwrapReply(tree: ReplyTree, root: string): ReplyTree {
	let reply = tree;
	while (reply.status === undefined) {
		const name = wrapperOf(reply, root);
		if (name === undefined) return reply;
		const { [name]: wrapped, ...beside } = reply;
		if (!isTree(wrapped)) return reply;
		reply = { ...beside, ...wrapped };
	}
	return reply;
}

function wrapperOf(tree: ReplyTree, root: string): string | undefined {
	if (Object.hasOwn(tree, root) && isTree(tree[root])) return root;
	const [only, ...others] = Object.keys(tree);
	return others.length === 0 ? only : undefined;
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
	// Adding 0 turns -0 into 0.
	return digits === undefined ? undefined : Number(digits) + 0;
}

const unread = (reason: UnreadableReason) => ({ ok: false, reason }) as const;

const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!doctype\s+html\b|<html\b|<head\b|<body\b)/i;
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Comments and texts, which may hold anything; one without an end goes on to the end. */
const VERBATIM = /<!(?:--[^]*?(?:-->|$)|\[CDATA\[[^]*?(?:\]\]>|$))/g;

function readXml(text: string): Parsed<object, UnreadableReason> {
	if (HTML.test(text)) return unread('html');
	// A document type can name files to read and entities that grow without end. No reply needs one.
	if (DECLARATION.test(text.replace(VERBATIM, ''))) return unread('unsafe');
	const parsed = parseXml(text);
	if (!parsed.ok) return parsed;
	// A root that holds only text has no status, so the result is `noStatus`.
	return { ok: true, value: isTree(parsed.value) ? parsed.value : {} };
}

/** More make each name slow to find. An honest reply has some dozens. */
const MAX_NAMES = 1000;
const JSON_NAME = /"([^"\\]{0,99})"\s{0,9}:/g;
/** A tag, or an attribute with its value. Texts, which strangers write, hold no names. */
const XML_NAME =
	/(?:<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|>)[^<]*|<([^\s<>/!?]{1,99})|\s([^\s=<>"']{1,99})\s{0,9}=\s{0,9}(?:"[^"]*"|'[^']*')/g;

function hasTooManyNames(text: string, pattern: RegExp): boolean {
	const names = new Set<string>();
	for (const [, name, attribute = name] of text.matchAll(pattern)) {
		if (attribute !== undefined) names.add(attribute);
		if (names.size > MAX_NAMES) return true;
	}
	return false;
}

function read(text: string): Parsed<object, UnreadableReason> {
	if (text.trim() === '') return unread('empty');
	if (text.length > MAX_REPLY_BYTES) return unread('tooLarge');
	const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
	const first = body.trimStart().charAt(0);
	if (hasTooManyNames(body, first === '<' ? XML_NAME : JSON_NAME)) return unread('unsafe');
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
 * Reads a JSON or XML reply into one form: scalars as texts, one name per field, documented lists as arrays, no wrapper. Never
 * throws: a reply that we cannot trust is `unreadable`. `status` must be a whole number of up to nine digits, or its text.
 * Anything else is `noStatus`, never success.
 * Source: specification, "Common request and response rules"; gateway-api, section 1.
 * @param root the requested operation
 */
export function decodeReply(text: string, root: string): DecodedReply {
	const unreadable = (reason: UnreadableReason): DecodedReply => ({
		kind: 'unreadable',
		reason,
		excerpt: excerptOf(text),
	});
	const parsed = read(text);
	if (!parsed.ok) return unreadable(parsed.reason);
	const { value: all } = parsed;
	const value: unknown = Array.isArray(all) && all.length === 1 ? all[0] : all;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return unreadable('notAReply');
	}
	// Gather first: otherwise a single loose record would look like the wrapper, and its delivery status like the reply's status.
	const outer = gatherLooseElements(normalizeTree(value));
	const tree = gatherLooseElements(unwrapReply(outer, root));
	const status = readStatus(tree);
	if (status === undefined) return unreadable('noStatus');
	// verify_phone answers in `verify_message`.
	return { kind: 'reply', status, message: textOf(tree.message ?? tree.verify_message), tree };
}

/**
 * A reply with the gateway's own names and nesting, minus unsafe names. Call it only for replies that `decodeReply` could read:
 * it may throw for others. Source: specification, "Common request and response rules".
 */
export function rawReply(text: string): unknown {
	const body = text.replace(/^\uFEFF/, '').trimStart();
	if (body.startsWith('<')) {
		const parsed = parseXml(body);
		return parsed.ok ? parsed.value : undefined;
	}
	return JSON.parse(body, (key, value: unknown) => (UNSAFE_NAMES.has(key) ? undefined : value));
}
