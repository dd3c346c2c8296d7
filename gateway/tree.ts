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
