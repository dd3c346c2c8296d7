import { isUnsafeName } from './tree';

/**
 * Other spellings of a field, all read as one name.
 * Sources: specification, "balance", "dlr" and "Feeds"; gateway-api, section 14, rows 7, 8 and 10.
 */
const ONE_NAME: ReadonlyMap<string, string> = new Map([
	// The XML reply of balance misspells it, and clients have seen the misspelling in JSON too.
	['interantional_balance', 'international_balance'],
	// JSON turns the two words of he_message round.
	['message_he', 'he_message'],
	// The push misspells the carrier's field.
	['operaor', 'operator'],
]);

/** The one name we use for a field of a reply or of a push. */
export function fieldName(name: string): string {
	return ONE_NAME.get(name) ?? name;
}

/** The fields of a push or of a record of a reply, blank ones left out. */
export type Fields = ReadonlyMap<string, string>;

function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	// A field that comes several times counts once.
	if (Array.isArray(value)) return value.map(textOf).find((text) => text.trim() !== '') ?? '';
	if (typeof value === 'object' && value !== null && '_' in value) return textOf(value._);
	return '';
}

/**
 * Reads the fields of a push form or of a decoded record alike: names in lower case and in the one spelling we use, values
 * as text. Blank fields count as missing, the first value of a repeated field wins.
 */
export function readFields(record: Readonly<Record<string, unknown>>): Fields {
	const fields = new Map<string, string>();
	for (const [key, value] of Object.entries(record)) {
		if (isUnsafeName(key)) continue;
		const name = fieldName(key.trim().toLowerCase());
		const text = textOf(value);
		if (text.trim() !== '' && !fields.has(name)) fields.set(name, text);
	}
	return fields;
}
