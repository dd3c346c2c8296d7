import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/checks';
import { list } from '../../../gateway/lists';
import { isOfIsrael, normalizePhone } from '../../../gateway/phone';
import type { Parameters } from '../parameters';

/** One Israeli phone number. */
export const phoneNumber: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 050-123-4567',
	description: 'One Israeli number for each input item, written as you like',
};

/** One phone number or several. */
export const phoneNumbers: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phones',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 050-123-4567, +972 52 765 4321',
	description:
		'One number or several, separated by commas or line breaks. Write Israeli numbers as you like.',
};

export const internationalOption: INodeProperties = {
	displayName: 'Allow International Numbers',
	name: 'includesInternational',
	type: 'boolean',
	default: true,
	description: 'Whether numbers outside Israel are accepted, with their country code',
};

const EMPTY = 'is empty; enter at least one phone number';

/** The numbers of a field as they are sent, in order and with duplicates. */
export function readPhones(value: unknown, international = false, whenEmpty = EMPTY): string[] {
	if (typeof value === 'string' && isOfIsrael(value)) return [value];
	const entries = list(value);
	if (entries.length === 0) throw new InputError(whenEmpty);
	return entries.map((entry) => normalizePhone(entry, { international }));
}

/** The numbers of an item, without duplicates. */
export function phonesOnce(parameters: Parameters, whenEmpty?: string): string[] {
	const international = parameters.option<boolean>('includesInternational') === true;
	const phones = parameters.checked('phones', (value) =>
		readPhones(value, international, whenEmpty),
	);
	return [...new Set(phones)];
}
