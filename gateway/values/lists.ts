import { InputError, plainText, quoted, requiredText } from './checks';

/** Over 100,000 numbers. Our own limit: a form's visitor may send more, which would take seconds to read. */
const MAX_CHARACTERS = 2_000_000;

/**
 * The entries of a field: one value, an array, or values separated by commas, semicolons or line breaks.
 * @throws InputError for objects, and for a text of more than 2,000,000 characters
 */
export function list(value: unknown): string[] {
	const text = Array.isArray(value) ? '' : plainText(value);
	if (text.length > MAX_CHARACTERS) {
		throw new InputError('has more than 2,000,000 characters; split it into several items');
	}
	const entries: unknown[] = Array.isArray(value) ? value : text.split(/[,;\n\r]/);
	return entries.map((entry) => plainText(entry).trim()).filter((entry) => entry !== '');
}

/**
 * The list unchanged.
 * @throws InputError for an empty one
 */
export function atLeastOne<T>(all: T[], what: string): T[] {
	if (all.length > 0) return all;
	throw new InputError(`is empty; enter at least one ${what}`);
}

/** Splits a list into lists of at most `size` elements, in order. */
export const chunk = <T>(all: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
		all.slice(at * size, (at + 1) * size),
	);

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

/** A number for people: `12,500`. */
export const shown = (count: number): string => count.toLocaleString('en-US');

/** `1 contact`, `12,500 contacts`. */
export const counted = (count: number, thing: string): string =>
	`${shown(count)} ${thing}${count === 1 ? '' : 's'}`;

/** The first names of a list, and the number of the others: `A, B and 12 more`. */
export function firstNamed(names: ReadonlyArray<string | number>, most = 5): string {
	const more = names.length - most;
	return names.slice(0, most).join(', ') + (more > 0 ? ` and ${shown(more)} more` : '');
}

/**
 * The ID of a campaign, shipment or contact list: digits. Source: specification, "Campaign"; gateway-api, sections 3 and 6.
 * @throws InputError also for a spreadsheet's 21,501 and 2.1501E+04, which may have lost digits
 */
export function readId(value: unknown, whatToDo = 'enter an ID'): string {
	const id = requiredText(value, whatToDo);
	const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
	if (/^\d+$/.test(id) && /[1-9]/.test(id) && isExact) return id;
	throw new InputError(`is not an ID (${quoted(id)}); use digits only`);
}

/** Either one number with a separator of thousands, or several IDs. */
const IN_THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;

/**
 * The IDs of a field, without duplicates.
 * @throws InputError for `21,501`, which may be one ID or two
 */
export function listOfIds(value: unknown): string[] {
	const cells = Array.isArray(value) ? [] : String(value).split(/[;\n\r]|,\s/);
	const unclear = cells.map((cell) => cell.trim()).find((cell) => IN_THOUSANDS.test(cell));
	if (unclear === undefined) return [...new Set(list(value))];
	throw new InputError(
		`has ${quoted(unclear)}, which may be one ID or several; write it without commas, or several with a space after each comma`,
	);
}
