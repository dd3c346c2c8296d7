import type { INodeProperties } from 'n8n-workflow';

/** One Israeli phone number. */
export const phoneNumber: INodeProperties = {
	displayName: 'Phone Number',
	name: 'phone',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 050-123-4567',
	description: 'One Israeli number for each input item, in any usual way',
};
