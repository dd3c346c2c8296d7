import { MAX_DEPTH } from '../values/tree';

interface ScannedJson {
	/** The document with every number as a string: JavaScript would round long IDs and drop trailing zeros. */
	text: string;
	depth: number;
}

/** An escaped character, a quote, a number, or a bracket. */
const TOKEN = /\\.|"|(-?\d[\d.eE+-]*)|[{}[\]]/g;

/** Expects valid JSON. */
function scanJson(text: string): ScannedJson {
	const parts: string[] = [];
	let copied = 0;
	let depth = 0;
	let deepest = 0;
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
	parts.push(text.slice(copied));
	return { text: parts.join(''), depth: deepest };
}

/** The value of a JSON text; undefined if the text is not JSON. */
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
 * Parses a JSON object or list. Every number becomes a text: JavaScript would round long IDs and drop trailing zeros. Never
 * throws.
 */
export function parseJson(text: string): ParsedJson {
	if (valueOfJson(text) === undefined) return { ok: false, reason: 'malformed' };
	const scanned = scanJson(text);
	if (scanned.depth > MAX_DEPTH) return { ok: false, reason: 'tooDeep' };
	return { ok: true, value: JSON.parse(scanned.text) as object };
}
