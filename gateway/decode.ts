import { MAX_REPLY_BYTES } from './limits';
import { fieldName } from './names';
import { hasField, isTree, MAX_DEPTH, UNSAFE_NAMES } from './tree';
import type { ReplyTree, ReplyValue } from './tree';
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

export interface GatewayReply {
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
	/** At most 200 printable characters from the beginning. It may hold whatever the reply held. */
	excerpt: string;
}

export type DecodedReply = GatewayReply | UnreadableReply;

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
		// An id keeps its place even when blank, since places tell which list it belongs to.
		if (name === 'identifiers' && list.length > 1) return list;
		return list.filter((item) => !isBlank(item));
	}
	if (items.length === 0 || inner.some((list) => list === undefined)) return value;
	return inner.flatMap((list) => list ?? []);
}

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function normalizeTree(source: object): ReplyTree {
	const tree: ReplyTree = {};
	for (const [key, raw] of Object.entries(source) as Array<[string, unknown]>) {
		if (UNSAFE_NAMES.has(key)) continue;
		const name = fieldName(key);
		const value = unwrapContainer(name, normalize(raw));
		if (hasField(tree, name) && isBlank(value)) continue;
		tree[name] = value;
	}
	return tree;
}

function normalize(value: unknown): ReplyValue {
	if (typeof value === 'string') return value;
	if (value === null || value === undefined) return '';
	if (Array.isArray(value)) return value.map(normalize);
	if (typeof value !== 'object') return String(value);
	const tree = normalizeTree(value);
	// XML cannot tell an empty object from an empty text.
	return Object.keys(tree).length === 0 ? '' : tree;
}

/** Elements that stand in the reply without their container are moved into it, so that readers look in one place. */
function gatherLooseElements(tree: ReplyTree): ReplyTree {
	const gathered: ReplyTree = {};
	for (const [name, value] of Object.entries(tree)) {
		const container = CONTAINER_OF.get(name);
		if (container === undefined || tree[container] !== undefined) gathered[name] = value;
		else gathered[container] = unwrapContainer(container, value);
	}
	return gathered;
}

/**
 * A reply may be wrapped in its operation's name. The wrapper is told by the missing status, not by its name: the
 * reply of `balance` has a field of that name itself.
 */
function unwrapReply(tree: ReplyTree, root: string): ReplyTree {
	if (tree.status !== undefined) return tree;
	const named = hasField(tree, root) ? tree[root] : undefined;
	if (isTree(named)) return named;
	const [only, ...others] = Object.values(tree);
	return isTree(only) && others.length === 0 ? only : tree;
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

function parseJson(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch {
		return undefined;
	}
}

type Parsed = { value: unknown } | { reason: UnreadableReason };

function readJson(text: string): Parsed {
	if (parseJson(text) === undefined) return { reason: 'malformed' };
	const scanned = scanJson(text);
	if (scanned.depth > MAX_DEPTH) return { reason: 'tooDeep' };
	return parseJson(scanned.text) ?? { reason: 'malformed' };
}

const HTML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!doctype\s+html\b|<html\b|<head\b|<body\b)/i;
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;

function readXml(text: string): Parsed {
	if (HTML.test(text)) return { reason: 'html' };
	// A document type can name files to read and entities that grow without end; no reply has one.
	if (DECLARATION.test(text)) return { reason: 'unsafe' };
	const parsed = parseXml(text);
	if (!parsed.ok) return { reason: parsed.reason };
	// A root that holds only text says nothing, which its missing status will tell.
	return { value: isTree(parsed.value) ? parsed.value : {} };
}

function read(text: string): Parsed {
	if (text.trim() === '') return { reason: 'empty' };
	if (text.length > MAX_REPLY_BYTES) return { reason: 'tooLarge' };
	const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
	const first = /\S/.exec(body)?.[0];
	if (first === '<') return readXml(body);
	if (first === '{' || first === '[') return readJson(body);
	return { reason: 'notAReply' };
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
 * wrapper with the operation's name taken off. Never throws; a reply that cannot be trusted is `unreadable`.
 *
 * `status` must be a whole number of up to nine digits, as a number or as text: anything else is `noStatus`, never
 * success. `message` is the gateway's own text, empty when there is none.
 *
 * Source: specification, "Common request and response rules"; gateway-api, section 1.
 *
 * @param root name of the operation that was asked for
 */
export function decodeReply(text: string, root: string): DecodedReply {
	const unreadable = (reason: UnreadableReason): DecodedReply => ({
		kind: 'unreadable',
		reason,
		excerpt: excerptOf(text),
	});
	const parsed = read(text);
	if ('reason' in parsed) return unreadable(parsed.reason);
	if (!isObject(parsed.value)) return unreadable('notAReply');
	// Gathered first, so that a lone record is not taken for a wrapper and its delivery status for the reply's.
	const outer = gatherLooseElements(normalizeTree(parsed.value));
	const tree = gatherLooseElements(unwrapReply(outer, root));
	const status = readStatus(tree);
	if (status === undefined) return unreadable('noStatus');
	// verify_phone answers in verify_message.
	return { kind: 'reply', status, message: textOf(tree.message ?? tree.verify_message), tree };
}
