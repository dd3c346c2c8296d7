import type { INodeParameters } from 'n8n-workflow';

/** Makes an operation's parameters: usual values and options, changed by the test. */
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
