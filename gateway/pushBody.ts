import { parseJson } from './json';
import { safe } from './fields';
import { MAX_PUSH_CHARACTERS } from './limits';
import { isTree, MAX_DEPTH } from './tree';
import type { ReplyTree, ReplyValue } from './tree';
import { parseXml } from './xml';

/** Length of the excerpt that is kept of a push that is too long or unreadable. */
const EXCERPT_CHARACTERS = 1000;

/** Reads a form-encoded body. Repeated fields become arrays. */
function readForm(text: string): ReplyTree {
	const form = new Map<string, string | string[]>();
	for (const [name, value] of safe([...new URLSearchParams(text)])) {
		const before = form.get(name);
		if (Array.isArray(before)) before.push(value);
		else form.set(name, before === undefined ? value : [before, value]);
	}
	return Object.fromEntries(form);
}

/** Copies a value with its scalars as texts and without unsafe names; undefined if it is nested deeper than `levels`. */
function plainTree(value: unknown, levels = MAX_DEPTH): ReplyValue | undefined {
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	if (levels === 0) return undefined;
	if (Array.isArray(value)) {
		const items = value.map((item) => plainTree(item, levels - 1));
		return items.includes(undefined) ? undefined : (items as ReplyValue[]);
	}
	const tree: ReplyTree = {};
	for (const [name, inner] of safe(Object.entries(value))) {
		const plain = plainTree(inner, levels - 1);
		if (plain === undefined) return undefined;
		tree[name] = plain;
	}
	return tree;
}

/** Reads a JSON or XML document; undefined for any other text, and for XML with a document type. */
function readDocument(text: string): ReplyTree | undefined {
	const first = text.trimStart().charAt(0);
	if (first === '<' && !/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
		const parsed = parseXml(text);
		const tree = parsed.ok ? plainTree(parsed.value) : undefined;
		return isTree(tree) ? tree : undefined;
	}
	if (first !== '{' && first !== '[') return undefined;
	const parsed = parseJson(text);
	const value = parsed.ok ? plainTree(parsed.value) : undefined;
	return Array.isArray(value) ? { items: value } : isTree(value) ? value : undefined;
}

const DOCUMENT_START = /^\s*[[{<]/;

// Assumption: pushForms
/**
 * Reads the fields of a push, whatever its `Content-Type` says: form-encoded as the service sends it, JSON or XML. A list is under
 * `items`. Of a push that is too long, nested too deep or unreadable, only the beginning is kept, under `excerpt`: later steps copy
 * the fields many times, and recursively.
 */
export function readPushBody(bytes: Uint8Array): ReplyTree {
	const isLong = bytes.length > MAX_PUSH_CHARACTERS;
	const text = new TextDecoder()
		.decode(isLong ? bytes.subarray(0, EXCERPT_CHARACTERS) : bytes)
		.trim();
	const excerpt = { excerpt: text.slice(0, EXCERPT_CHARACTERS) };
	if (isLong) return excerpt;
	if (text === '') return {};
	const isDocument = DOCUMENT_START.test(text);
	return (isDocument ? readDocument(text) : readForm(text)) ?? excerpt;
}

/** Whether a form has neither repeated fields nor documents in them, as nearly every one. */
export const isFlat = (form: ReplyTree): boolean =>
	Object.values(form).every((value) => typeof value === 'string' && !DOCUMENT_START.test(value));

/** Turns the fields of a form that hold a JSON or XML document into objects. */
export const withWrittenOut = (form: ReplyTree): ReplyTree =>
	Object.fromEntries(
		Object.entries(form).map(([name, value]) => [
			name,
			(typeof value === 'string' && readDocument(value)) || value,
		]),
	);
