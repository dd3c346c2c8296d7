import type { INodeParameters } from 'n8n-workflow';

const blocklist = (operation: string, values: INodeParameters, options: INodeParameters) =>
	({ resource: 'blocklist', operation, ...values, options }) as INodeParameters;

export const block = (values: INodeParameters = {}, options: INodeParameters = {}) =>
	blocklist('add', { phones: '0501111111', ...values }, options);

export const unblock = (values: INodeParameters = {}, options: INodeParameters = {}) =>
	blocklist('remove', { phones: '0501111111', reason: 'Asked for it', ...values }, options);
