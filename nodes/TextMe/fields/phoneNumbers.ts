import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/inputError';
import { normalizePhone } from '../../../gateway/phone';
import { list } from '../list';

/** One phone number or several. */
export const phoneNumbers: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phones',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 050-123-4567, +972 52 765 4321',
	description:
		'One number or several, separated by commas or line breaks. Any way of writing an Israeli number will do.',
};

export const internationalOption: INodeProperties = {
	displayName: 'Allow International Numbers',
	name: 'includesInternational',
	type: 'boolean',
	default: false,
	description: 'Whether numbers outside Israel are accepted, with their country code',
};

/** The numbers of such a field as they are sent, in order; one that is listed twice comes twice. */
export function readPhones(value: unknown, international = false): string[] {
	const entries = list(value);
	if (entries.length === 0) throw new InputError('is empty; enter at least one phone number');
	return entries.map((entry) => normalizePhone(entry, { international }));
}
