import type { INodeProperties } from 'n8n-workflow';

/** The verified sender a message goes out as (specification, Verified sender). */
export const sender: INodeProperties = {
	displayName: 'Sender',
	name: 'source',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. MyShop',
	description:
		'Who the message comes from: up to 11 digits and English letters. It must be verified in your account.',
};
