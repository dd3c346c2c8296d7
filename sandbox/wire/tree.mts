/**
 * A request body as plain objects, in the form of the JSON conversion (specification, JSON conversion). A single item may
 * be outside of an array.
 */
export type Tree = Readonly<Record<string, unknown>>;

export function isTree(value: unknown): value is Tree {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function many(parent: unknown, name: string): readonly unknown[] {
	const value = isTree(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
	if (value === undefined || value === null) return [];
	return Array.isArray(value) ? (value as unknown[]) : [value];
}

export function one(parent: unknown, name: string): unknown {
	return many(parent, name)[0];
}

/** An element's text: undefined if the element is missing, empty if it has no content. */
export function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (isTree(value)) return textOf(value._) ?? '';
	return undefined;
}

export function text(parent: unknown, name: string): string | undefined {
	return textOf(one(parent, name));
}

export function attribute(element: unknown, name: string): string | undefined {
	return isTree(element) ? text(element.$, name) : undefined;
}

export type ReplyValue =
	| string
	| number
	| undefined
	| readonly ReplyValue[]
	| { readonly [field: string]: ReplyValue };
