import type { INodeProperties } from 'n8n-workflow';

/** The verified sender a message goes out as (specification, Verified sender). */
export const sender: INodeProperties = {
	displayName: 'Sender',
	name: 'source',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'Who the message comes from: a number or a name of up to 11 English letters and digits that is verified for your account. Nobody can reply to a name.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a verified sender',
			typeOptions: { searchListMethod: 'searchSenders', searchable: true },
		},
		{
			displayName: 'By Number or Name',
			name: 'value',
			type: 'string',
			placeholder: 'e.g. 0501234567 or MyShop',
		},
	],
};

/** The text of a message; `checkMessage` checks its length. */
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
