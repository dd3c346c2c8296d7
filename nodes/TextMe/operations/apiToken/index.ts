import type { Resource } from '../../operation';
import { create } from './create';
import { getCurrent } from './getCurrent';

export const apiToken: Resource = {
	name: 'API Token',
	value: 'apiToken',
	operations: [create, getCurrent],
};
