import type { Resource } from '../../operation';
import { getMany } from './getMany';
import { verify } from './verify';

export const sender: Resource = {
	name: 'Sender',
	value: 'sender',
	operations: [getMany, verify],
};
