import type { Resource } from '../../operation';
import { cancelById } from './cancelById';
import { cancelByName } from './cancelByName';

export const campaign: Resource = {
	name: 'Campaign',
	value: 'campaign',
	operations: [cancelById, cancelByName],
};
