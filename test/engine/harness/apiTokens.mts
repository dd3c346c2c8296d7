import type { INodeParameters } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';

const onToken = (operation: string) => {
	const parameters = parametersFor('apiToken', operation);
	return (username = '', options: INodeParameters = {}) => parameters({ username }, options);
};

export const createToken = onToken('create');
export const getCurrentToken = onToken('getCurrent');
