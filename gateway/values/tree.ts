/** The encoding of a request and of its reply. Source: specification, "Body encodings". */
export type Encoding = 'json' | 'xml';

/**
 * The body of a request: nested objects, arrays for repeated elements, scalars. An element with attributes is
 * `{ $: { id: 'x' }, _: 'text' }`. Undefined fields are not sent. Source: specification, "JSON conversion".
 */
export interface GatewayTree {
	readonly [element: string]: GatewayValue;
}

export type GatewayValue = string | number | GatewayTree | readonly GatewayValue[] | undefined;

/** A reply, in one form for both encodings. Every scalar is the text that the gateway sent. */
export interface ReplyTree {
	[element: string]: ReplyValue;
}

export type ReplyValue = string | ReplyTree | ReplyValue[];

/** Levels of nesting that we send or read. The specification's deepest body has five. */
export const MAX_DEPTH = 64;

/** The specification's container for reports, incoming messages and blocked numbers. */
export const CONTAINER = 'transactions';

/** Names that must never become keys of an object built from received text. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

// Assumption: misspelledNames
/**
 * Misspelled field names and the names we use. Sources: specification, "balance", "dlr" and "Feeds"; gateway-api, section 14,
 * rows 7, 8 and 10.
 */
export const ONE_NAME: ReadonlyMap<string, string> = new Map([
	// The XML reply of balance misspells it; clients have seen the misspelling in JSON too.
	['interantional_balance', 'international_balance'],
	// JSON swaps the two words.
	['message_he', 'he_message'],
	// The push misspells it.
	['operaor', 'operator'],
]);

/** Also a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
	isObject(value) && !Array.isArray(value);

/** The plain values of a tree, each with the names that lead to it. A text beside attributes (`_`) has its element's name. */
export function leavesIn(
	value: unknown,
	names: readonly string[] = [],
): Array<{ names: readonly string[]; leaf: unknown }> {
	if (typeof value !== 'object' || value === null) return [{ names, leaf: value }];
	if (Array.isArray(value)) return value.flatMap((one) => leavesIn(one, names));
	return Object.entries(value).flatMap(([name, inner]) =>
		leavesIn(inner, name === '_' ? names : [...names, name]),
	);
}
