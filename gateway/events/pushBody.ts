import { cutToSize } from '../values/checks';
import { parseJson } from '../wire/decode';
import { PUSH } from '../values/limits';
import type { ReplyTree, ReplyValue } from '../values/tree';
import { parseXml } from '../wire/xml';

const EXCERPT_CHARACTERS = 1000;

/** Whether a text has more separators than an allowed push needs. If so, we do not parse it. */
const hasTooMany = (text: string, sign: string | RegExp) =>
	text.split(sign, 2 * PUSH.values + 1).length > 2 * PUSH.values;

/** Reads a form-encoded body. Repeated fields become arrays. */
function readForm(text: string): object | undefined {
	if (hasTooMany(text, '&')) return undefined;
	const form = new Map<string, string[]>();
	for (const [name, value] of new URLSearchParams(text)) {
		const before = form.get(name);
		if (before) before.push(value);
		else form.set(name, [value]);
	}
	return Object.fromEntries(
		[...form].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
	);
}

/** The tags of a document. A part with a quote, or of an instruction, counts whole: a parser may read all of it as a tag. */
const tagsOf = (text: string) =>
	text
		.split('<')
		.map((part) =>
			/["']|^\?/.test(part) ? part : part.slice(0, part.lastIndexOf('>') + 1 || undefined),
		)
		.join('');

/** Refuses document types: they can name files to read, and entities that grow without end. */
function readXml(text: string): object | undefined {
	if (/<!(?:DOCTYPE|ENTITY)/i.test(text) || hasTooMany(text, '<') || hasTooMany(text, '=')) {
		return undefined;
	}
	// An attribute may have no value, so we also count the spaces between attributes.
	if (hasTooMany(tagsOf(text), /\s+/)) return undefined;
	const parsed = parseXml(text);
	return typeof parsed === 'object' ? parsed : undefined;
}

function readJson(text: string): object | undefined {
	const parsed = hasTooMany(text, ',') ? undefined : parseJson(text);
	return Array.isArray(parsed) ? { items: parsed } : parsed;
}

const READERS: Record<string, typeof readForm> = { '<': readXml, '{': readJson, '[': readJson };

/** A deep copy. JavaScript keeps a whole long text in memory for a part of it, and pushes wait for their conversation. */
const alone = (fields: ReplyTree) => JSON.parse(JSON.stringify(fields)) as ReplyTree;

/** n8n's Code node fails for a list or an object under a name that all objects have, such as `toString`. */
const UNSAFE: ReadonlySet<string> = new Set(
	['prototype', ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
);

/** Copies fields as texts cut to size, without unsafe names; undefined if they exceed a push's limits. */
function withinLimits(fields: object): ReplyTree | undefined {
	let [values, characters] = [0, 0];
	const copy = (value: unknown, levels: number): ReplyValue => {
		if (typeof value !== 'object' || value === null) {
			const text = String(value ?? '');
			characters += text.length;
			return cutToSize(text);
		}
		const names = Object.keys(value);
		values += names.length;
		if (levels === 0 || values > PUSH.values) throw new RangeError();
		characters += names.join('').length;
		if (Array.isArray(value)) return value.map((one) => copy(one, levels - 1));
		const safe = Object.entries(value).filter(([name]) => !UNSAFE.has(name.trim().toLowerCase()));
		return Object.fromEntries(safe.map(([name, one]) => [cutToSize(name), copy(one, levels - 1)]));
	};
	try {
		const copied = copy(fields, PUSH.levels) as ReplyTree;
		return characters > PUSH.bytes ? undefined : alone(copied);
	} catch {
		return undefined;
	}
}

// Assumption: pushForms
/**
 * Reads the fields of a push as form-encoded (as the service sends it), JSON or XML, whatever its `Content-Type` says. A list
 * is under `items`. Does not parse texts inside fields. Of a push that is unreadable or beyond the limits of `PUSH`, keeps only
 * the beginning, under `excerpt`.
 * @param body its bytes, or the fields that n8n has read
 * @param query the fields of its address
 */
export function readPushBody(body: Uint8Array | object, query: object = {}): ReplyTree {
	const bytes = ArrayBuffer.isView(body) ? (body as Uint8Array) : undefined;
	const isLong = bytes !== undefined && bytes.length > PUSH.bytes;
	const taken = isLong ? bytes.subarray(0, EXCERPT_CHARACTERS) : bytes;
	const text = new TextDecoder().decode(taken).trim();
	const read = isLong ? undefined : bytes ? (READERS[text.charAt(0)] ?? readForm)(text) : body;
	const fields = read && withinLimits({ ...query, ...read });
	return fields ?? alone({ excerpt: text.slice(0, EXCERPT_CHARACTERS) });
}
