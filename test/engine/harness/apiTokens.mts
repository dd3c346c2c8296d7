import type { INodeParameters } from 'n8n-workflow';

export const createToken = (username = '', options: INodeParameters = {}): INodeParameters => ({
	resource: 'apiToken',
	operation: 'create',
	username,
	options,
});

export const getCurrentToken = (username = '', options: INodeParameters = {}): INodeParameters => ({
	resource: 'apiToken',
	operation: 'getCurrent',
	username,
	options,
});
