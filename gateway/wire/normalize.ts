import { isTree, ONE_NAME, UNSAFE_NAMES } from '../values/tree';
import type { ReplyTree, ReplyValue } from '../values/tree';

/** The containers in the specification, named after their elements. The tree always has them as arrays. */
const CONTAINERS: readonly string[] = ['transactions', 'identifiers', 'errors'];

const isPluralOf = (container: string, element: string): boolean =>
	[`${element}s`, `${element}es`, element.replace(/y$/, 'ies')].includes(container) &&
	container !== element;

const asList = (value: ReplyValue): ReplyValue[] => (Array.isArray(value) ? value : [value]);

/** `{ transaction: […] }` inside `transactions` becomes the list itself: JSON has no inner element. */
function innerList(container: string, value: ReplyValue): ReplyValue[] | undefined {
	if (!isTree(value)) return undefined;
	const [list, ...others] = Object.entries(value).map(([element, inner]) =>
		isPluralOf(container, element) ? asList(inner) : undefined,
	);
	return others.length === 0 ? list : undefined;
}

const isBlank = (value: ReplyValue) => typeof value === 'string' && value.trim() === '';

function unwrapContainer(name: string, value: ReplyValue): ReplyValue {
	if (!CONTAINERS.includes(name)) return innerList(name, value) ?? value;
	const list = asList(value).flatMap((item) => innerList(name, item) ?? [item]);
	// Keep a blank ID: the position tells which list an ID belongs to.
	if (name === 'identifiers' && list.length > 1) return list;
	return list.filter((item) => !isBlank(item));
}

/** Brings JSON and XML replies to one form: one name per field, scalars as texts, containers as arrays. */
export function normalizeTree(source: object): ReplyTree {
	const tree: ReplyTree = {};
	for (const [key, raw] of Object.entries(source) as Array<[string, unknown]>) {
		if (UNSAFE_NAMES.has(key)) continue;
		const name = ONE_NAME.get(key) ?? key;
		const value = unwrapContainer(name, normalize(raw));
		const known = Object.hasOwn(tree, name) ? tree[name] : undefined;
		if (known === undefined || isBlank(known)) tree[name] = value;
		// The reply has both spellings of a name, with different values.
		else if (!isBlank(value) && value !== known) tree[name] = [...asList(known), ...asList(value)];
	}
	return tree;
}

function normalize(value: unknown): ReplyValue {
	if (value === null) return '';
	if (Array.isArray(value)) return value.map(normalize);
	if (typeof value !== 'object') return String(value);
	const tree = normalizeTree(value);
	// XML cannot distinguish an empty object from an empty text.
	return Object.keys(tree).length === 0 ? '' : tree;
}

/** Moves elements without their container into it, so that readers look in one place. */
export function gatherLooseElements(tree: ReplyTree): ReplyTree {
	const gathered: ReplyTree = {};
	for (const [name, value] of Object.entries(tree)) {
		const container = `${name}s`;
		const isLoose = CONTAINERS.includes(container) && tree[container] === undefined;
		gathered[isLoose ? container : name] = isLoose ? unwrapContainer(container, value) : value;
	}
	return gathered;
}
