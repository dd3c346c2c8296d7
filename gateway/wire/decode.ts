import { parseJson } from './json';
import { MAX_REPLY_BYTES } from '../values/limits';
import { gatherLooseElements, normalizeTree } from './normalize';
import { isTree, UNSAFE_NAMES } from '../values/tree';
import type { ReplyTree, ReplyValue } from '../values/tree';
import { parseXml } from './xml';

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
	/** Not judged yet: `judgeStatus` does that. */
	status: number;
	/** The gateway's own text; empty if it sends none. */
	message: string;
	/** The whole reply, including `status` and `message`. */
	tree: ReplyTree;
}

export interface UnreadableReply {
	kind: 'unreadable';
	reason: UnreadableReason;
	/** The first 200 printable characters, with secrets not yet masked. */
	excerpt: string;
}

export type DecodedReply = ReadReply | UnreadableReply;

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

const onlyOne = (list: unknown[]): unknown => (list.length === 1 ? list[0] : undefined);

type Parsed = { ok: true; value: object } | { ok: false; reason: UnreadableReason };

const unread = (reason: UnreadableReason): Parsed => ({ ok: false, reason });

const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!doctype\s+html\b|<html\b|<head\b|<body\b)/i;
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Comments and texts, which may hold anything; one without an end goes on to the end. */
const VERBATIM = /<!(?:--[^]*?(?:-->|$)|\[CDATA\[[^]*?(?:\]\]>|$))/g;

function readXml(text: string): Parsed {
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

function read(text: string): Parsed {
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
	const value: unknown = Array.isArray(parsed.value) ? onlyOne(parsed.value) : parsed.value;
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
