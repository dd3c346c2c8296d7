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

/** Whether a name is unsafe in any case, with spaces around it or not: the names of pushes are read in lower case. */
export const isUnsafeName = (name: string): boolean => UNSAFE_NAMES.has(name.trim().toLowerCase());

export function isTree(value: ReplyValue | undefined): value is ReplyTree {
	return typeof value === 'object' && !Array.isArray(value);
}

// Assumption: misspelledNames
/**
 * Other spellings of a field, all read as one name.
 * Sources: specification, "balance", "dlr" and "Feeds"; gateway-api, section 14, rows 7, 8 and 10.
 */
const ONE_NAME: ReadonlyMap<string, string> = new Map([
	// The XML reply of balance misspells it, and clients have seen the misspelling in JSON too.
	['interantional_balance', 'international_balance'],
	// JSON swaps the two words of he_message.
	['message_he', 'he_message'],
	// The push misspells the carrier's field.
	['operaor', 'operator'],
]);

/** The one name we use for a field of a reply or of a push. */
export function fieldName(name: string): string {
	return ONE_NAME.get(name) ?? name;
}

/** The containers the specification shows, with the element they hold; always arrays in the tree. */
const CONTAINERS: ReadonlyMap<string, string> = new Map([
	['transactions', 'transaction'],
	['identifiers', 'identifier'],
	['errors', 'error'],
]);
const CONTAINER_OF: ReadonlyMap<string, string> = new Map(
	[...CONTAINERS].map(([container, element]) => [element, container]),
);

function isPluralOf(container: string, element: string): boolean {
	return (
		container === `${element}s` ||
		container === `${element}es` ||
		(element.endsWith('y') && container === `${element.slice(0, -1)}ies`)
	);
}

const asList = (value: ReplyValue): ReplyValue[] => (Array.isArray(value) ? value : [value]);

/** `{ transaction: […] }` inside `transactions` is the list itself; JSON has the list without the inner element. */
function innerList(container: string, value: ReplyValue): ReplyValue[] | undefined {
	if (!isTree(value)) return undefined;
	const [element, ...others] = Object.keys(value);
	if (element === undefined || others.length > 0 || !isPluralOf(container, element)) {
		return undefined;
	}
	return asList(value[element] ?? []);
}

const isBlank = (value: ReplyValue) => typeof value === 'string' && value.trim() === '';

function unwrapContainer(name: string, value: ReplyValue): ReplyValue {
	const items = asList(value);
	const inner = items.map((item) => innerList(name, item));
	if (CONTAINERS.has(name)) {
		const list = items.flatMap((item, index) => inner[index] ?? [item]);
		// A blank id keeps its place, because the place tells which list an id belongs to.
		if (name === 'identifiers' && list.length > 1) return list;
		return list.filter((item) => !isBlank(item));
	}
	const lists = inner.filter((list) => list !== undefined);
	return lists.length < items.length ? value : lists.flat();
}

/** Normalizes a reply in either encoding: one name per field, scalars as texts, containers with their elements as arrays. */
export function normalizeTree(source: object): ReplyTree {
	const tree: ReplyTree = {};
	for (const [key, raw] of Object.entries(source) as Array<[string, unknown]>) {
		if (UNSAFE_NAMES.has(key)) continue;
		const name = fieldName(key);
		const value = unwrapContainer(name, normalize(raw));
		const known = Object.hasOwn(tree, name) ? tree[name] : undefined;
		if (known === undefined || isBlank(known)) tree[name] = value;
		// Two spellings of one name, with a value each.
		else if (!isBlank(value) && value !== known) tree[name] = [...asList(known), ...asList(value)];
	}
	return tree;
}

function normalize(value: unknown): ReplyValue {
	if (value === null) return '';
	if (Array.isArray(value)) return value.map(normalize);
	if (typeof value !== 'object') return String(value);
	const tree = normalizeTree(value);
	// XML cannot tell an empty object from an empty text.
	return Object.keys(tree).length === 0 ? '' : tree;
}

/** Moves elements that came without their container into it, so that readers look in one place. */
export function gatherLooseElements(tree: ReplyTree): ReplyTree {
	const gathered: ReplyTree = {};
	for (const [name, value] of Object.entries(tree)) {
		const container = CONTAINER_OF.get(name);
		if (container === undefined || tree[container] !== undefined) gathered[name] = value;
		else gathered[container] = unwrapContainer(container, value);
	}
	return gathered;
}
