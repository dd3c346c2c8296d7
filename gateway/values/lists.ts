import { InputError, plainText } from './checks';

/** Over 100,000 numbers. Our own limit: a form's visitor may send more, which would take seconds to read. */
const MAX_CHARACTERS = 2_000_000;

const SEPARATORS = /[,;\n\r]+/;

function separated(text: string): string[] {
	if (text.length > MAX_CHARACTERS) {
		throw new InputError('has more than 2,000,000 characters; split it into several items');
	}
	return text.split(SEPARATORS);
}

/**
 * The entries of a field: one value, an array, or values separated by commas, semicolons or line breaks.
 * @throws InputError for objects, and for a text of more than 2,000,000 characters
 */
export function list(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : separated(plainText(value));
	return entries.map((entry) => plainText(entry).trim()).filter((entry) => entry !== '');
}

/** Splits a list into lists of at most `size` elements, in order. A size below 1 counts as 1. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
	const step = Math.max(1, Math.floor(size));
	const chunks: T[][] = [];
	for (let start = 0; start < list.length; start += step) {
		chunks.push(list.slice(start, start + step));
	}
	return chunks;
}

/** Splits a list in two, both in order: those for which `isFirst` is true, and the others. */
export function split<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
	const parts: [T[], T[]] = [[], []];
	for (const one of all) parts[isFirst(one) ? 0 : 1].push(one);
	return parts;
}

/** Groups a list by a key, the keys in order of their first elements. */
export function groupBy<T, Key>(all: Iterable<T>, keyOf: (one: T) => Key): Map<Key, [T, ...T[]]> {
	const groups = new Map<Key, [T, ...T[]]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}
