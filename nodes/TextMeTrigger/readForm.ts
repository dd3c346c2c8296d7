type Form = Record<string, unknown>;

const isObject = (value: unknown): value is Form =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(text: string): Form | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Repeated fields become arrays. */
function readUrlEncoded(text: string): Form {
	const fields = new URLSearchParams(text);
	const names = [...new Set(fields.keys())];
	return Object.fromEntries(
		names.map((name) => {
			const values = fields.getAll(name);
			return [name, values.length === 1 ? values[0] : values];
		}),
	);
}

/** The fields of a body, form-encoded as the service sends it or JSON, whatever its `Content-Type` says. */
export function readForm(body: string): Form {
	const text = body.replace(/^\uFEFF/, '').trim();
	if (text === '') return {};
	return readJson(text) ?? readUrlEncoded(text);
}
