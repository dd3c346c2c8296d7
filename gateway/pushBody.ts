import { parseJson } from './json';
import { ASCII, safe } from './fields';
import { MAX_PUSH_CHARACTERS } from './limits';
import { isTree, MAX_DEPTH } from './tree';
import type { ReplyTree, ReplyValue } from './tree';
import { parseXml } from './xml';

/** Length of the excerpt that is kept of a push that is too long or unreadable. */
const EXCERPT_CHARACTERS = 1000;

/** The Hebrew charset of older systems. */
const HEBREW = 'windows-1255';

/** Decodes bytes in the declared charset; if that fails, as UTF-8; if that fails too, as Hebrew. */
function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
	for (const name of [charset, 'utf-8']) {
		try {
			return new TextDecoder(name, { fatal: true }).decode(bytes);
		} catch {
			// The bytes do not fit the charset, or the charset is unknown.
		}
	}
	return new TextDecoder(HEBREW).decode(bytes);
}

/** The fields of a form. Repeated fields become arrays. */
function formOf(fields: Array<[name: string, value: string]>): ReplyTree {
	const form = new Map<string, string | string[]>();
	for (const [name, value] of safe(fields)) {
		const before = form.get(name);
		if (Array.isArray(before)) before.push(value);
		else form.set(name, before === undefined ? value : [before, value]);
	}
	return Object.fromEntries(form);
}

/** Reads a query or a form-encoded body, given as a text with one character for each byte. */
export function readUrlEncoded(binary: string, charset?: string): ReplyTree {
	const decode = (escaped: string) => {
		const plain = escaped
			.replaceAll('+', ' ')
			.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
		return ASCII.test(plain) ? plain : decodeText(Buffer.from(plain, 'latin1'), charset);
	};
	const pairs = binary.split('&').filter((pair) => pair !== '');
	return formOf(
		pairs.map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return [decode(name), decode(value.join('='))];
		}),
	);
}

const BOUNDARY = /boundary\s*=\s*(?:"([^"]{1,70})"|([^\s";,]{1,70}))/i;
const FIRST_LINE = /^--([^\r\n]{1,70})\r?\nContent-Disposition:/i;

function readMultipart(binary: string, boundary: string, charset?: string): ReplyTree {
	const parts = binary.split(`--${boundary}`).slice(1);
	return formOf(
		parts.flatMap((part): Array<[string, string]> => {
			const blank = /\r?\n\r?\n/.exec(part);
			const head = blank ? part.slice(0, blank.index) : '';
			const [, quoted, bare] = /\bname="([^"]*)"|\bname=([^\s;]+)/i.exec(head) ?? [];
			const name = quoted ?? bare;
			if (!blank || name === undefined) return [];
			const value = part.slice(blank.index + blank[0].length).replace(/\r?\n$/, '');
			const own = /charset\s*=\s*"?([\w.:-]+)/i.exec(head)?.[1];
			return [
				[
					decodeText(Buffer.from(name, 'latin1'), charset),
					decodeText(Buffer.from(value, 'latin1'), own ?? charset),
				],
			];
		}),
	);
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
 * Reads the fields of a push, whatever its `Content-Type` says: form-encoded as the service sends it, JSON, XML or
 * multipart, in UTF-8 or in the Hebrew charset of older systems. A list is under `items`. Of a push that is too long,
 * nested too deep or unreadable, only the beginning is kept, under `excerpt`: later steps copy the fields many times, and
 * recursively.
 */
export function readPushBody(bytes: Uint8Array, contentType = ''): ReplyTree {
	const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
	if (bytes.length > MAX_PUSH_CHARACTERS) {
		return { excerpt: decodeText(bytes.subarray(0, EXCERPT_CHARACTERS)) };
	}
	// One character for each byte, so that a body can be split before it is decoded.
	const binary = Buffer.from(bytes).toString('latin1').trim();
	const declared = /^\s*<\?xml[^>]{0,100}encoding=["']([\w.:-]+)/.exec(binary.slice(0, 200))?.[1];
	const text = decodeText(bytes, charset ?? declared)
		.replace(/^\uFEFF/, '')
		.trim();
	if (text === '') return {};
	const document = readDocument(text);
	if (document) return document;
	const [, quoted, bare] = BOUNDARY.exec(contentType) ?? FIRST_LINE.exec(binary) ?? [];
	const boundary = quoted ?? bare;
	const form =
		boundary === undefined
			? readUrlEncoded(binary, charset)
			: readMultipart(binary, boundary, charset);
	const isUnread = DOCUMENT_START.test(text) || Object.keys(form).length === 0;
	return isUnread ? { excerpt: text.slice(0, EXCERPT_CHARACTERS) } : form;
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
