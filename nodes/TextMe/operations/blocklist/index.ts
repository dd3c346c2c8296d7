import type { Resource } from '../../operation';
import { add } from './add';
import { remove } from './remove';

export const blocklist: Resource = {
	name: 'Blocklist',
	value: 'blocklist',
	operations: [add, remove],
};
