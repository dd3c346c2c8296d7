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
const JSON_NUMBERS: ReadonlySet<string> = new Set(['type', 'rate', 'repeat']);

const PLAIN_NUMBER = /^-?\d{1,15}$/;

/** The path to a field, one step per level. Joined to text only for an error. */
type Path = Array<string | number>;

const pathText = (path: Path) =>
	path
		.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
		.join('')
		.slice(1);

/** An element's attributes and text, and names that passed the check: all messages use the same few. */
const goodNames = new Set<string>(['$', '_']);

function checkName(name: string, path: Path): void {
	if (!ELEMENT_NAME.test(name) || UNSAFE_NAMES.has(name)) {
		throw new InputError(
			`has a name that cannot be used for a field: "${name.slice(0, 40)}" (${pathText(path)}); start with an English letter and use only letters, digits, "_", "-" and "."`,
		);
	}
	if (goodNames.size < 500) goodNames.add(name);
}

/** The text of a value that is not plainly one. */
function checkText(value: unknown, path: Path): string {
	if (typeof value === 'string') {
		const position = value.search(UNSENDABLE);
		if (position < 0) return value;
		const code = value.charCodeAt(position).toString(16).toUpperCase().padStart(4, '0');
		throw new InputError(
			`holds a character that cannot be sent (U+${code} in ${pathText(path)}, character ${position + 1}); remove it`,
		);
	}
	if (['boolean', 'bigint'].includes(typeof value) || Number.isFinite(value)) return String(value);
	throw new InputError(
		`holds neither text nor a number in ${pathText(path)}; give it a plain value`,
	);
}

/** Leaves out what is undefined or null, and empty lists, which XML cannot express. */
function clean(fields: object, path: Path, encoding: Encoding): GatewayValue {
	if (path.length > MAX_DEPTH) {
		throw new InputError(`is nested too deeply; use at most ${MAX_DEPTH} levels`);
	}
	const inTts = encoding === 'json' && path.at(-1) === 'tts';
	const cleaned: Record<string, GatewayValue> = {};
	for (const name of Object.keys(fields)) {
		const value = (fields as Record<string, unknown>)[name];
		if (value === undefined) continue;
		if (!goodNames.has(name)) checkName(name, [...path, name]);
		// Nearly all values are plain texts.
		if (typeof value === 'string' && !inTts && !SUSPICIOUS.test(value)) {
			cleaned[name] = value;
			continue;
		}
		path.push(name);
		const kept: GatewayValue[] = [];
		const items: unknown[] = Array.isArray(value) ? value : [value];
		for (let at = 0; at < items.length; at++) {
			const item = items[at];
			if (item === undefined || item === null) continue;
			if (items === value) path.push(at);
			if (Array.isArray(item)) {
				throw new InputError(`holds a list inside a list in ${pathText(path)}; use one flat list`);
			}
			if (typeof item === 'object') kept.push(clean(item, path, encoding));
			else {
				const text = checkText(item, path);
				const isNumber = inTts && JSON_NUMBERS.has(name) && PLAIN_NUMBER.test(text);
				kept.push(isNumber ? Number(text) : text);
			}
			if (items === value) path.pop();
		}
		path.pop();
		if (kept.length > 0) cleaned[name] = items === value ? kept : kept[0];
	}
	return '$' in cleaned || '_' in cleaned ? element(cleaned, path) : cleaned;
}

/** An element with attributes, a text, or both. */
function element(cleaned: Record<string, GatewayValue>, path: Path): GatewayValue {
	const { $, _ } = cleaned;
	const hasInner = Object.keys(cleaned).some((name) => name !== '$' && name !== '_');
	if (_ !== undefined && hasInner) {
		throw new InputError(`holds both text and inner fields in ${pathText(path)}; keep one of them`);
	}
	const attributes = typeof $ === 'object' ? Object.values($) : [];
	if (typeof _ === 'object' || attributes.some((value) => typeof value === 'object')) {
		throw new InputError(
			`holds neither text nor a number in ${pathText(path)}; give it a plain value`,
		);
	}
	if (attributes.length > 0) return hasInner ? cleaned : { $, _: _ ?? '' };
	delete cleaned.$;
	return hasInner ? cleaned : (_ ?? {});
}

/**
 * Writes the body of a request. JSON and XML come from the same checked tree. Scalars become texts, but for `JSON_NUMBERS`.
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
	const cleaned = clean({ [root]: tree }, [], encoding) as GatewayTree;
	return {
		body: encoding === 'json' ? JSON.stringify(cleaned) : buildXml(cleaned),
		contentType: `application/${encoding}; charset=utf-8`,
	};
}
