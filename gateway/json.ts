import { MAX_DEPTH } from './tree';

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
