import { InputError } from './inputError';
import { MAX_DEPTH, UNSAFE_NAMES } from './tree';
import type { Encoding, GatewayTree, GatewayValue } from './tree';
import { buildXml } from './xml';

export type { Encoding } from './tree';

/** What XML 1.0 cannot carry in any form: control characters, half surrogate pairs and two non-characters. */
const UNSENDABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const ELEMENT_NAME = /^(?!xml)[A-Za-z_][A-Za-z0-9_.-]*$/i;

/** Every other scalar travels as a JSON string. Source: specification, "JSON conversion". */
const JSON_NUMBERS: ReadonlySet<string> = new Set(['tts.type', 'tts.rate', 'tts.repeat']);

const PLAIN_NUMBER = /^-?\d{1,15}$/;

function checkName(name: string, path: string): void {
	if (ELEMENT_NAME.test(name) && !UNSAFE_NAMES.has(name)) return;
	throw new InputError(
		`has a name that cannot be used for a field: "${name.slice(0, 40)}" (${path}); start with an English letter and use only letters, digits, "_", "-" and "."`,
	);
}

function checkText(text: string, path: string): string {
	const position = text.search(UNSENDABLE);
	if (position < 0) return text;
	const code = text.charCodeAt(position).toString(16).toUpperCase().padStart(4, '0');
	throw new InputError(
		`holds a character that cannot be sent (U+${code} in ${path}, character ${position + 1}); remove it`,
	);
}

function toText(value: unknown, path: string): string {
	if (typeof value === 'string') return checkText(value, path);
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	throw new InputError(`holds neither text nor a number in ${path}; give it a plain value`);
}

interface Place {
	path: string;
	/** Names of the parent element and of this one, which tell the few numbers from texts. */
	tail: string;
	depth: number;
	asNumbers: boolean;
}

function cleanScalar(value: unknown, { path, tail, asNumbers }: Place): GatewayValue {
	const text = toText(value, path);
	return asNumbers && JSON_NUMBERS.has(tail) && PLAIN_NUMBER.test(text) ? Number(text) : text;
}

function cleanAttributes(attributes: unknown, place: Place): GatewayTree {
	const cleaned: Record<string, string> = {};
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (value === undefined || value === null) continue;
		const path = `${place.path}.$.${name}`;
		checkName(name, path);
		cleaned[name] = toText(value, path);
	}
	return cleaned;
}

function cleanObject(value: object, place: Place): GatewayValue {
	const cleaned: Record<string, GatewayValue> = {};
	const parent = place.tail.slice(place.tail.lastIndexOf('.') + 1);
	for (const [name, child] of Object.entries(value) as Array<[string, unknown]>) {
		if (name === '$' || name === '_') continue;
		const path = `${place.path}.${name}`;
		checkName(name, path);
		const kept = clean(child, {
			...place,
			path,
			tail: `${parent}.${name}`,
			depth: place.depth + 1,
		});
		if (kept !== undefined) cleaned[name] = kept;
	}
	const { $, _ } = value as { $?: unknown; _?: unknown };
	if ($ === undefined && _ === undefined) return cleaned;
	if (_ !== undefined && Object.keys(cleaned).length > 0) {
		throw new InputError(`holds both text and inner fields in ${place.path}; keep one of them`);
	}
	const attributes = cleanAttributes($, place);
	const hasAttributes = Object.keys(attributes).length > 0;
	if (!hasAttributes) return _ === undefined ? cleaned : toText(_, place.path);
	if (Object.keys(cleaned).length > 0) return { $: attributes, ...cleaned };
	return { $: attributes, _: toText(_ ?? '', place.path) };
}

function clean(value: unknown, place: Place): GatewayValue {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'object') return cleanScalar(value, place);
	if (place.depth > MAX_DEPTH) {
		throw new InputError(`is nested too deeply; use at most ${MAX_DEPTH} levels`);
	}
	if (!Array.isArray(value)) return cleanObject(value, place);
	const items: GatewayValue[] = [];
	value.forEach((item: unknown, index) => {
		const path = `${place.path}[${index}]`;
		if (Array.isArray(item)) {
			throw new InputError(`holds a list inside a list in ${path}; use one flat list`);
		}
		const kept = clean(item, { ...place, path });
		if (kept !== undefined) items.push(kept);
	});
	// XML has no way to write an empty list, so JSON leaves it out as well.
	return items.length === 0 ? undefined : items;
}

function cleanRequest(root: string, tree: GatewayTree, encoding: Encoding): GatewayTree {
	checkName(root, 'the top level');
	const place = { path: root, tail: root, depth: 1, asNumbers: encoding === 'json' };
	return cleanObject(tree, place) as GatewayTree;
}

/**
 * Raises what `encodeRequest` would raise for this body, without writing it.
 *
 * @throws InputError
 */
export function checkRequest(root: string, tree: GatewayTree): void {
	cleanRequest(root, tree, 'json');
}

/**
 * Writes the body of a request. JSON and XML come from the same checked tree: scalars become texts (JSON keeps
 * `tts.type`, `tts.rate` and `tts.repeat` numbers), fields that are undefined or null and empty lists are left out.
 * Source: specification, "Common request and response rules".
 *
 * @param root name of the operation: the XML root element, or the single top-level key of the JSON form
 * @throws InputError naming the path of a field that has a character XML 1.0 cannot carry (refused in JSON too, so that
 * the encoding makes no difference), a name that is no element name, or a value that is neither text, number nor tree
 */
export function encodeRequest(
	root: string,
	tree: GatewayTree,
	encoding: Encoding,
): { body: string; contentType: string } {
	const cleaned = cleanRequest(root, tree, encoding);
	return encoding === 'json'
		? {
				body: JSON.stringify({ [root]: cleaned }),
				contentType: 'application/json; charset=utf-8',
			}
		: { body: buildXml(root, cleaned), contentType: 'application/xml; charset=utf-8' };
}
