import type { IDataObject } from 'n8n-workflow';

/** Fills in a parameter from an input item; returns undefined for an item that needs n8n's expression engine. */
export type Filler = (item: IDataObject) => unknown;

/** A name after a dot, or a quoted name in brackets. */
const STEP =
	/\s*(?:\.\s*([\p{L}$][\p{L}\p{N}$_]*)|\[\s*(?:"([^"\\\n{}]+)"|'([^'\\\n{}]+)')\s*\])/uy;
/** Names that n8n refuses for safety. It also refuses some that begin with an underscore. */
const REFUSED = new Set(
	'prototype constructor getPrototypeOf setPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors defineProperty defineProperties mainModule binding prepareStackTrace caller callee arguments getBuiltinModule dlopen execve loadEnvFile'.split(
		' ',
	),
);

/**
 * Fills in a parameter without n8n's expression engine, which takes 0.3 ms for each item and parameter. The result is the same.
 * Handles texts in which every expression is a plain path to a field of the item (`{{ $json.a }}`, `{{ $json.a.b }}`,
 * `{{ $json["a b"] }}`), and collections of such texts. n8n handles the rest: the filler is undefined for any other expression,
 * and its result is undefined for a value that is not the item's own text, number or boolean.
 *
 * @param parameter as it is stored in the node: an expression begins with `=`
 */
export function plainFiller(parameter: unknown): Filler | undefined {
	if (typeof parameter === 'string' && parameter.startsWith('=')) {
		return textFiller(parameter.slice(1));
	}
	if (typeof parameter !== 'object') return () => parameter;
	// n8n unwraps resource locators.
	if (parameter === null || Array.isArray(parameter) || '__rl' in parameter) return undefined;
	return collectionFiller(Object.entries(parameter));
}

function collectionFiller(entries: Array<[string, unknown]>): Filler | undefined {
	const fillers: Array<[string, Filler]> = [];
	for (const [key, value] of entries) {
		const filler = plainFiller(value);
		if (!filler) return undefined;
		fillers.push([key, filler]);
	}
	return (item) => {
		const filled: Record<string, unknown> = {};
		for (const [key, filler] of fillers) {
			const value = filler(item);
			if (value === undefined) return undefined;
			filled[key] = value;
		}
		return filled;
	};
}

function textFiller(text: string): Filler | undefined {
	const [first = '', ...others] = text.split('{{');
	const texts = [first];
	const paths: string[][] = [];
	for (const other of others) {
		const [code = '', after, ...more] = other.split('}}');
		const path = pathIn(code);
		if (!path || after === undefined || more.length > 0) return undefined;
		paths.push(path);
		texts.push(after);
	}
	if (texts.some((part) => part.includes('\\') || part.includes('}}'))) return undefined;
	if (paths[0] && paths.length === 1 && texts.join('') === '') {
		const [path] = paths;
		return (item) => plainValue(item, path);
	}
	return (item) => {
		let filled = first;
		for (const [index, path] of paths.entries()) {
			const value = plainValue(item, path);
			if (value === undefined) return undefined;
			filled += String(value) + (texts[index + 1] ?? '');
		}
		return filled;
	};
}

/** Names that n8n refuses, or that every object has: engines differ in whether those are the item's own. */
const isSpecial = (name: string): boolean =>
	name.startsWith('_') || REFUSED.has(name) || name in Object.prototype;

/** The names in `$json.a["b c"]`; undefined for any other code. */
function pathIn(code: string): string[] | undefined {
	const trimmed = code.trim();
	if (!trimmed.startsWith('$json')) return undefined;
	const names: string[] = [];
	STEP.lastIndex = '$json'.length;
	while (STEP.lastIndex < trimmed.length) {
		const step = STEP.exec(trimmed);
		const name = step?.[1] ?? step?.[2] ?? step?.[3];
		if (name === undefined || isSpecial(name)) return undefined;
		names.push(name);
	}
	return names.length > 0 ? names : undefined;
}

function plainValue(item: IDataObject, path: string[]): string | number | boolean | undefined {
	let value: unknown = item;
	for (const name of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = (value as IDataObject)[name];
	}
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	return isPlain ? (value as string | number | boolean) : undefined;
}
