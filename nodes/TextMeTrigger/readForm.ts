import { valueOfJson } from '../../gateway/json';
import { MAX_PUSH_CHARACTERS } from '../../gateway/limits';
import { isUnsafeName, MAX_DEPTH } from '../../gateway/tree';

type Form = Record<string, unknown>;

const isObject = (value: unknown): value is Form =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Goes no deeper than it allows, so that no depth can be too much for it. */
function isWithin(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return levels > 0 && Object.values(value).every((inner) => isWithin(levels - 1, inner));
}

function withoutUnsafeNames(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutUnsafeNames);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => !isUnsafeName(name))
			.map(([name, inner]) => [name, withoutUnsafeNames(inner)]),
	);
}

/** Repeated fields become arrays. */
function readUrlEncoded(text: string): Form {
	const fields = new Map<string, string | string[]>();
	for (const [name, value] of new URLSearchParams(text)) {
		const before = fields.get(name);
		if (Array.isArray(before)) before.push(value);
		else fields.set(name, before === undefined ? value : [before, value]);
	}
	return Object.fromEntries(fields);
}

/**
 * The fields of a body, form-encoded as the service sends it or JSON, whatever its `Content-Type` says. Nothing of what is
 * longer or nested deeper than a push can be: later on it would be copied many times, and recursively.
 */
export function readForm(body: string): Form {
	const text = body.replace(/^\uFEFF/, '').trim();
	if (text === '' || text.length > MAX_PUSH_CHARACTERS) return {};
	const json = valueOfJson(text);
	const form = isObject(json) ? json : readUrlEncoded(text);
	if (!isWithin(MAX_DEPTH, form)) return {};
	return withoutUnsafeNames(form) as Form;
}
