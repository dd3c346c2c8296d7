import type { INodeParameters } from 'n8n-workflow';

/** SMS Send, of one text to one person. */
export const sendSms = (
	values: INodeParameters = {},
	options: INodeParameters = {},
): INodeParameters => ({
	resource: 'sms',
	operation: 'send',
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phones: '0501234567',
	message: 'Hello',
	...values,
	options,
});
