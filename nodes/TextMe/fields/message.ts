import type { INodeProperties } from 'n8n-workflow';

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
