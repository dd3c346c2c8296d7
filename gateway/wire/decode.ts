import { beginning } from '../values/checks';
import { CONTAINER, MAX_DEPTH, ONE_NAME, UNSAFE_NAMES } from '../values/tree';
import type { ReplyTree, ReplyValue } from '../values/tree';
import { parseXml } from './xml';

/** Decodes the bytes of a body in the charset that its content type names; default: UTF-8. */
export function decoderFor(contentType: string) {
	const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(charset);
	} catch {
		return new TextDecoder();
	}
}

export function valueOfJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** What may be a number that JavaScript writes in another way: it rounds long IDs and drops trailing zeros. */
const ODD_NUMBER = /[:[,]\s*(?:-0|-?\d*(?:\d{16}|\d[.eE]))/;
/** An escaped character, a quote or a number of a JSON document. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/g;

/** Parses a JSON object or list, with odd numbers as texts; undefined if it is none. */
export function parseJson(text: string): object | undefined {
	const value = valueOfJson(text);
	if (typeof value !== 'object' || value === null) return undefined;
	if (!ODD_NUMBER.test(text)) return value;
	let isQuoted = false;
	const quoted = text.replace(TOKEN, (token) => {
		if (token === '"') isQuoted = !isQuoted;
		return isQuoted || token === '"' ? token : `"${token}"`;
	});
	return JSON.parse(quoted) as object;
}

/** Brings JSON and XML replies to one form: one name per field, scalars as texts, lists as arrays. */
function normalize(value: object, depth = 0): ReplyValue {
	if (depth >= MAX_DEPTH) throw new RangeError();
	if (Array.isArray(value)) {
		return value.map((item: unknown) =>
			typeof item === 'object' && item !== null ? normalize(item, depth + 1) : String(item ?? ''),
		);
	}
	const tree: ReplyTree = {};
	// A listing has hundreds of thousands of fields, and `Object.entries` takes three times as long.
	for (const key in value) {
		if (UNSAFE_NAMES.has(key)) continue;
		const raw = (value as Record<string, unknown>)[key];
		const name = ONE_NAME.get(key) ?? key;
		const isDeep = typeof raw === 'object' && raw !== null;
		const read = isDeep ? unwrapped(name, normalize(raw, depth + 1)) : String(raw ?? '');
		const known = Object.hasOwn(tree, name) ? (tree[name] ?? '') : '';
		if (known === '') tree[name] = read;
		// The reply has both spellings of a name, with different values.
		else if (read !== '' && read !== known) tree[name] = [known, read].flat();
	}
	// XML cannot distinguish an empty object from an empty text.
	return Object.keys(tree).length === 0 ? '' : tree;
}

/** `{ transaction: […] }` inside `transactions` becomes the list itself: JSON has no inner element. */
function unwrapped(name: string, value: ReplyValue): ReplyValue {
	if (typeof value !== 'object' || Array.isArray(value)) return value;
	const [element = '', ...others] = Object.keys(value);
	const plurals = [`${element}s`, `${element}es`, element.replace(/y$/, 'ies')];
	const isList = others.length === 0 && element !== name && plurals.includes(name);
	// A list of one may be the one.
	return isList || name === CONTAINER ? [isList ? (value[element] ?? '') : value].flat() : value;
}

const EXCERPT_CHARACTERS = 200;

/**
 * A reply, not judged yet: `judgeStatus` does that. `message` is the gateway's own text, empty if it sends none; `tree` is the
 * whole reply. Of an unreadable one, the first 200 printable characters, with secrets not yet masked.
 */
export type DecodedReply =
	| { kind: 'reply'; status: number; message: string; tree: ReplyTree }
	| { kind: 'unreadable'; excerpt: string };

// Assumption: replyShape
/**
 * Removes the wrapper around a reply: the operation's name, or an only element. A wrapper has no status, unlike the reply of
 * `balance`, which has a field `balance`.
 */
function unwrapReply(tree: ReplyTree, root: string): ReplyTree {
	let reply = tree;
	while (reply.status === undefined) {
		const [only = '', ...others] = Object.keys(reply);
		const name = others.length === 0 ? only : root;
		const { [name]: wrapped, ...beside } = reply;
		const isWrapper = Object.hasOwn(reply, name) && typeof wrapped === 'object';
		if (!isWrapper || Array.isArray(wrapped)) return reply;
		reply = { ...beside, ...wrapped };
	}
	return reply;
}

const STATUS = /^\s*([+-]?\d{1,9})\s*$/;

const textOf = (value: ReplyValue | undefined): string =>
	[value]
		.flat()
		.map((one) => (typeof one === 'object' && '_' in one ? one._ : one))
		.filter(Boolean)
		.join(' ');

/** Without a byte order mark and leading white space. */
const bodyOf = (text: string): string => text.replace(/^\uFEFF/, '').trimStart();

function treeIn(text: string): ReplyValue | undefined {
	const body = bodyOf(text);
	const parsed = body.startsWith('<') ? parseXml(body) : parseJson(body);
	if (typeof parsed !== 'object') return undefined;
	try {
		const value = normalize(parsed);
		return Array.isArray(value) && value.length === 1 ? value[0] : value;
	} catch {
		return undefined;
	}
}

/**
 * Reads a JSON or XML reply into one form: scalars as texts, one name per field, lists as arrays, no wrapper. Never throws: a
 * reply whose `status` is no whole number of up to nine digits, or its text, is `unreadable`, never success.
 * Source: specification, "Common request and response rules"; gateway-api, section 1.
 * @param root the requested operation
 */
export function decodeReply(text: string, root: string): DecodedReply {
	const whole = treeIn(text);
	const isTree = typeof whole === 'object' && !Array.isArray(whole);
	const tree = isTree ? unwrapReply(whole, root) : {};
	const status = STATUS.exec(textOf(tree.status))?.[1];
	if (status === undefined) {
		const printable = text.slice(0, 4 * EXCERPT_CHARACTERS).replace(/[\p{C}\s]+/gu, ' ');
		return { kind: 'unreadable', excerpt: beginning(printable.trim(), EXCERPT_CHARACTERS) };
	}
	// verify_phone answers in `verify_message`.
	const message = textOf(tree.message ?? tree.verify_message);
	// Adding 0 turns -0 into 0.
	return { kind: 'reply', status: Number(status) + 0, message, tree };
}

/**
 * A reply with the gateway's own names and nesting, minus unsafe names. Call it only for replies that `decodeReply` could read:
 * it may throw for others. Source: specification, "Common request and response rules".
 */
export function rawReply(text: string): unknown {
	const body = bodyOf(text);
	if (body.startsWith('<')) return parseXml(body);
	return JSON.parse(body, (key, value: unknown) => (UNSAFE_NAMES.has(key) ? undefined : value));
}
