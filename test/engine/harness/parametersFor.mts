import type { INodeParameters } from 'n8n-workflow';

/** Makes the parameters of an operation: the usual values and options, with those that a test changes. */
export const parametersFor =
	(
		resource: string,
		operation: string,
		usual: INodeParameters = {},
		usualOptions: INodeParameters = {},
	) =>
	(values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
		resource,
		operation,
		...usual,
		...values,
		options: { ...usualOptions, ...options },
	});
