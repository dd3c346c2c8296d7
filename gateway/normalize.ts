import { isTree, ONE_NAME, UNSAFE_NAMES } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

/** The containers the specification shows, each named after its element; always arrays in the tree. */
const CONTAINERS: readonly string[] = ['transactions', 'identifiers', 'errors'];

const isPluralOf = (container: string, element: string): boolean =>
	[`${element}s`, `${element}es`, element.replace(/y$/, 'ies')].includes(container) &&
	container !== element;

const asList = (value: ReplyValue): ReplyValue[] => (Array.isArray(value) ? value : [value]);

/** `{ transaction: […] }` inside `transactions` is the list itself; JSON has the list without the inner element. */
function innerList(container: string, value: ReplyValue): ReplyValue[] | undefined {
	if (!isTree(value)) return undefined;
	const [[element, inner] = ['', ''], ...others] = Object.entries(value);
	return others.length === 0 && isPluralOf(container, element) ? asList(inner) : undefined;
}

const isBlank = (value: ReplyValue) => typeof value === 'string' && value.trim() === '';

function unwrapContainer(name: string, value: ReplyValue): ReplyValue {
	if (!CONTAINERS.includes(name)) return innerList(name, value) ?? value;
	const list = asList(value).flatMap((item) => innerList(name, item) ?? [item]);
	// A blank id keeps its place, because the place tells which list an id belongs to.
	if (name === 'identifiers' && list.length > 1) return list;
	return list.filter((item) => !isBlank(item));
}

/** Normalizes a reply in either encoding: one name per field, scalars as texts, containers with their elements as arrays. */
export function normalizeTree(source: object): ReplyTree {
	const tree: ReplyTree = {};
	for (const [key, raw] of Object.entries(source) as Array<[string, unknown]>) {
		if (UNSAFE_NAMES.has(key)) continue;
		const name = ONE_NAME.get(key) ?? key;
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
		const container = `${name}s`;
		const isLoose = CONTAINERS.includes(container) && tree[container] === undefined;
		gathered[isLoose ? container : name] = isLoose ? unwrapContainer(container, value) : value;
	}
	return gathered;
}
