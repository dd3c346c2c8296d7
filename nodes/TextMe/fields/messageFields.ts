import type { INodeProperties } from 'n8n-workflow';

/** The verified sender a message goes out as (specification, Verified sender). */
export const sender: INodeProperties = {
	displayName: 'Sender',
	name: 'source',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'Who the message comes from: up to 11 digits and English letters, verified in your account',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a verified sender',
			typeOptions: { searchListMethod: 'searchSenders', searchable: true },
		},
		{
			displayName: 'By Value',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. MyShop',
		},
	],
};

/** The text of a message; `checkMessage` holds it against the limit. */
export const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is on its way',
	description: 'The text, up to 1005 characters',
};
