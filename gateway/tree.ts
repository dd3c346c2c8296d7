/** The encoding of a request and of its reply. Source: specification, "Body encodings". */
export type Encoding = 'json' | 'xml';

export type Scalar = string | number;

/**
 * The body of an operation: nested objects, arrays for repeated elements, scalars. An element with attributes is
 * `{ $: { id: 'x' }, _: 'text' }`. Fields that are undefined are not sent. Source: specification, "JSON conversion".
 */
export interface GatewayTree {
	readonly [element: string]: GatewayValue;
}

export type GatewayValue = Scalar | GatewayTree | readonly GatewayValue[] | undefined;

/** A reply, in the same shape for both encodings; every scalar is the text that came over the wire. */
export interface ReplyTree {
	[element: string]: ReplyValue;
}

export type ReplyValue = string | ReplyTree | ReplyValue[];

/** Levels of nesting we send or read. The deepest body of the specification has five. */
export const MAX_DEPTH = 64;

/** Names that must never become keys of an object we build from somebody else's text. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

// Assumption: misspelledNames
/**
 * Other spellings of a field, all read as one name.
 * Sources: specification, "balance", "dlr" and "Feeds"; gateway-api, section 14, rows 7, 8 and 10.
 */
export const ONE_NAME: ReadonlyMap<string, string> = new Map([
	// The XML reply of balance misspells it, and clients have seen the misspelling in JSON too.
	['interantional_balance', 'international_balance'],
	// JSON swaps the two words of he_message.
	['message_he', 'he_message'],
	// The push misspells the carrier's field.
	['operaor', 'operator'],
]);

export function isTree(value: ReplyValue | undefined): value is ReplyTree {
	return typeof value === 'object' && !Array.isArray(value);
}

/**
 * An element with an `id` attribute, such as a phone with its external ID; without an ID the text alone. Source:
 * specification, "JSON conversion".
 */
export const elementWithId = (text: string, id?: string): GatewayValue =>
	id === undefined ? text : { $: { id }, _: text };
