import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../gateway/checks';
import { hasField } from '../../gateway/tree';

/** A field of an item, also an inner one: `{name}`, `{customer.first name}`. Other braces are plain text. */
const PLACEHOLDER = /\{([\p{L}\p{N}_][\p{L}\p{N}_ .-]*)\}/u;

/**
 * Makes a function that fills the fields of an item into a text. It raises InputError for a field that an item does not
 * have or that holds no plain value.
 */
export function template(text: string): (item: IDataObject) => string {
	// Splitting by a pattern with a group puts the names between the texts, at the odd places.
	const parts = text.split(PLACEHOLDER);
	return (item) =>
		parts.reduce(
			(filled, part, index) => filled + (index % 2 === 0 ? part : plainField(item, part)),
			'',
		);
}

function plainField(item: IDataObject, name: string): string {
	const value = fieldOf(item, name);
	if (value === undefined || value === null || typeof value === 'object') {
		throw new InputError(
			`needs a field {${name}}, which this item does not have as a text or number`,
		);
	}
	return String(value);
}

/** The value of a field that is given by its name or by a path of names with dots. */
export function fieldOf(item: IDataObject, name: string): unknown {
	if (hasField(item, name)) return item[name];
	return name
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value !== null && hasField(value, key)
					? (value as IDataObject)[key]
					: undefined,
			item,
		);
}
