import { InputError } from '../values/checks';
import { MAX_DEPTH, UNSAFE_NAMES } from '../values/tree';
import type { Encoding, GatewayTree, GatewayValue } from '../values/tree';
import { buildXml } from './xml';

/** Characters that XML 1.0 cannot carry: control characters, unpaired surrogates and two non-characters. */
const UNSENDABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Also matches valid surrogate pairs, but is twice as fast: a first test. */
const SUSPICIOUS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/;

const ELEMENT_NAME = /^(?!xml)[A-Za-z_][A-Za-z0-9_.-]*$/i;

/** Fields of `tts` that are JSON numbers; other scalars are JSON strings. Source: specification, "JSON conversion". */
const JSON_NUMBERS: ReadonlySet<string | number | undefined> = new Set(['type', 'rate', 'repeat']);

const PLAIN_NUMBER = /^-?\d{1,15}$/;

/** The path to a field, one step per level. Joined to text only for an error. */
type Path = Array<string | number>;

const pathText = (path: Path) =>
	path.reduce<string>(
		(text, step) =>
			typeof step === 'number' ? `${text}[${step}]` : (text && `${text}.${step}`) || step,
		'',
	);

/** Names that passed the check: all messages use the same few. */
const goodNames = new Set<string>();
const MAX_GOOD_NAMES = 500;

function checkName(name: string, path: Path): void {
	if (goodNames.has(name)) return;
	if (!ELEMENT_NAME.test(name) || UNSAFE_NAMES.has(name)) {
		throw new InputError(
			`has a name that cannot be used for a field: "${name.slice(0, 40)}" (${pathText(path)}); start with an English letter and use only letters, digits, "_", "-" and "."`,
		);
	}
	if (goodNames.size < MAX_GOOD_NAMES) goodNames.add(name);
}

function toText(value: unknown, path: Path): string {
	if (typeof value === 'string') {
		if (!SUSPICIOUS.test(value)) return value;
		const position = value.search(UNSENDABLE);
		if (position < 0) return value;
		const code = value.charCodeAt(position).toString(16).toUpperCase().padStart(4, '0');
		throw new InputError(
			`holds a character that cannot be sent (U+${code} in ${pathText(path)}, character ${position + 1}); remove it`,
		);
	}
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (Number.isFinite(value)) return String(value);
	throw new InputError(
		`holds neither text nor a number in ${pathText(path)}; give it a plain value`,
	);
}

type Fields = Record<string, unknown>;

/**
 * Cleans all fields except those that `skip` names. Returns the same object if nothing changed, which is the usual case and
 * saves a copy. Undefined fields may stay, since neither encoding writes them; `count` does not include them.
 */
function cleanFields(
	fields: Fields,
	skip: (name: string) => boolean,
	path: Path,
	cleanOne: (value: unknown) => unknown,
): { cleaned: Fields; count: number } {
	let cleaned = fields;
	let count = 0;
	for (const name in fields) {
		const value = fields[name];
		if (value === undefined || skip(name) || !Object.hasOwn(fields, name)) continue;
		path.push(name);
		checkName(name, path);
		const kept = cleanOne(value);
		path.pop();
		if (kept !== undefined) count++;
		if (kept === value) continue;
		if (cleaned === fields) cleaned = { ...fields };
		cleaned[name] = kept;
	}
	return { cleaned, count };
}

const isOwnText = (name: string) => name === '$' || name === '_';
const skipsNothing = () => false;

function cleanAttributes(attributes: unknown, path: Path): Fields | undefined {
	if (typeof attributes !== 'object' || attributes === null) return undefined;
	path.push('$');
	const { cleaned, count } = cleanFields(attributes as Fields, skipsNothing, path, (value) =>
		value === null ? undefined : toText(value, path),
	);
	path.pop();
	return count === 0 ? undefined : cleaned;
}

function cleanObject(value: object, path: Path, asNumbers: boolean): GatewayValue {
	const fields = value as Fields;
	const { cleaned, count } = cleanFields(fields, isOwnText, path, (child) =>
		clean(child, path, asNumbers),
	);
	const { $, _ } = fields;
	if ($ === undefined && _ === undefined) {
		return cleaned as GatewayTree;
	}
	if (_ !== undefined && count > 0) {
		throw new InputError(`holds both text and inner fields in ${pathText(path)}; keep one of them`);
	}
	const attributes = cleanAttributes($, path);
	const text = _ === undefined ? undefined : toText(_, path);
	if (!attributes) return text ?? ({ ...cleaned, $: undefined } as GatewayTree);
	if (count > 0) return { ...cleaned, $: attributes } as GatewayTree;
	return attributes === $ && text === _ && text !== undefined
		? (value as GatewayTree)
		: ({ $: attributes, _: text ?? '' } as GatewayTree);
}

function cleanList(list: unknown[], path: Path, asNumbers: boolean): GatewayValue[] | undefined {
	let items = list;
	for (let index = 0; index < list.length; index++) {
		const item = list[index];
		path.push(index);
		if (Array.isArray(item)) {
			throw new InputError(`holds a list inside a list in ${pathText(path)}; use one flat list`);
		}
		const kept = clean(item, path, asNumbers);
		path.pop();
		if (kept === item && kept !== undefined) continue;
		if (items === list) items = [...list];
		items[index] = kept;
	}
	const kept = items === list ? list : items.filter((item) => item !== undefined);
	// XML cannot express an empty list, so JSON leaves it out too.
	return kept.length === 0 ? undefined : (kept as GatewayValue[]);
}

function clean(value: unknown, path: Path, asNumbers: boolean): GatewayValue {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'object') {
		const text = toText(value, path);
		return asNumbers && isJsonNumber(path, text) ? Number(text) : text;
	}
	if (path.length > MAX_DEPTH) {
		throw new InputError(`is nested too deeply; use at most ${MAX_DEPTH} levels`);
	}
	return Array.isArray(value)
		? cleanList(value, path, asNumbers)
		: cleanObject(value, path, asNumbers);
}

const isJsonNumber = (path: Path, text: string) =>
	JSON_NUMBERS.has(path.at(-1)) && path.at(-2) === 'tts' && PLAIN_NUMBER.test(text);

function cleanRequest(root: string, tree: GatewayTree, encoding: Encoding): GatewayTree {
	checkName(root, ['the top level']);
	return cleanObject(tree, [root], encoding === 'json') as GatewayTree;
}

/**
 * Checks a body as `encodeRequest` does, without writing it.
 * @throws InputError
 */
export function checkRequest(root: string, tree: GatewayTree): void {
	cleanRequest(root, tree, 'json');
}

/**
 * Writes the body of a request. JSON and XML come from the same checked tree. Scalars become texts; in JSON, `tts.type`,
 * `tts.rate` and `tts.repeat` stay numbers. Undefined, null and empty lists are left out.
 * Source: specification, "Common request and response rules".
 * @param root the operation: the XML root element, or the single top-level key in JSON
 * @throws InputError that names the path of a field with an unsendable value or name. JSON refuses what XML 1.0 cannot carry,
 * too, so that both encodings behave alike
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
