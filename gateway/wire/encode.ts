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

function checkName(name: string, path: Path): void {
	if (goodNames.has(name)) return;
	if (!ELEMENT_NAME.test(name) || UNSAFE_NAMES.has(name)) {
		throw new InputError(
			`has a name that cannot be used for a field: "${name.slice(0, 40)}" (${pathText(path)}); start with an English letter and use only letters, digits, "_", "-" and "."`,
		);
	}
	if (goodNames.size < 500) goodNames.add(name);
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

/** An element's attributes and its own text. */
const OWN = ['$', '_'];

/** Leaves out what is undefined or null. */
function cleanFields(
	fields: object,
	others: readonly string[],
	path: Path,
	cleanOne: (value: unknown) => GatewayValue,
): Record<string, GatewayValue> {
	const cleaned: Record<string, GatewayValue> = {};
	for (const name of Object.keys(fields)) {
		const value = (fields as Record<string, unknown>)[name];
		if (value === undefined || others.includes(name)) continue;
		path.push(name);
		checkName(name, path);
		const kept = cleanOne(value);
		path.pop();
		if (kept !== undefined) cleaned[name] = kept;
	}
	return cleaned;
}

function cleanAttributes(attributes: unknown, path: Path): GatewayTree {
	if (typeof attributes !== 'object' || attributes === null) return {};
	path.push('$');
	const cleaned = cleanFields(attributes, [], path, (value) =>
		value === null ? undefined : toText(value, path),
	);
	path.pop();
	return cleaned;
}

function cleanObject(value: object, path: Path, asNumbers: boolean): GatewayValue {
	const { $, _ } = value as Record<string, unknown>;
	const fields = cleanFields(value, OWN, path, (child) => clean(child, path, asNumbers));
	const hasFields = Object.keys(fields).length > 0;
	if (_ !== undefined && hasFields) {
		throw new InputError(`holds both text and inner fields in ${pathText(path)}; keep one of them`);
	}
	const attributes = cleanAttributes($, path);
	const text = _ === undefined ? undefined : toText(_, path);
	if (Object.keys(attributes).length === 0) return text ?? fields;
	return hasFields ? { $: attributes, ...fields } : { $: attributes, _: text ?? '' };
}

function cleanList(list: unknown[], path: Path, asNumbers: boolean): GatewayValue[] | undefined {
	const items = list.map((item, index) => {
		path.push(index);
		if (Array.isArray(item)) {
			throw new InputError(`holds a list inside a list in ${pathText(path)}; use one flat list`);
		}
		const kept = clean(item, path, asNumbers);
		path.pop();
		return kept;
	});
	const kept = items.filter((item) => item !== undefined);
	// XML cannot express an empty list, so JSON leaves it out too.
	return kept.length === 0 ? undefined : kept;
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
	checkName(root, ['the top level']);
	const cleaned = cleanObject(tree, [root], encoding === 'json') as GatewayTree;
	return {
		body: encoding === 'json' ? JSON.stringify({ [root]: cleaned }) : buildXml(root, cleaned),
		contentType: `application/${encoding}; charset=utf-8`,
	};
}
