const SEPARATORS = /[,;\n\r]+/;

/** The entries of a field that takes one value, several separated by commas, semicolons or line breaks, or an array. */
export function list(value: unknown): string[] {
	if (typeof value === 'string' && !SEPARATORS.test(value)) {
		const only = value.trim();
		return only === '' ? [] : [only];
	}
	const entries = Array.isArray(value) ? value : String(value ?? '').split(SEPARATORS);
	return entries.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}
