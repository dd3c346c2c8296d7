import type { Resource } from '../../operation';
import { add } from './add';
import { getMany } from './getMany';
import { remove } from './remove';

export const blocklist: Resource = {
	name: 'Blocklist',
	value: 'blocklist',
	operations: [add, remove, getMany],
};
