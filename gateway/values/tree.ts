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

/** What a text holds, if it can be read. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false };

/** Levels of nesting that we send or read. The specification's deepest body has five. */
export const MAX_DEPTH = 64;

/** Names that must never become keys of an object built from received text. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Leaves out unsafe names. Readers trim and lower-case names, so ` __PROTO__` is unsafe too. */
export const safe = <T>(entries: Array<[string, T]>, unsafe = UNSAFE_NAMES): Array<[string, T]> =>
	entries.filter(([name]) => !unsafe.has(name.trim().toLowerCase()));

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

export function isTree(value: ReplyValue | undefined): value is ReplyTree {
	return typeof value === 'object' && !Array.isArray(value);
}
