import type { Resource } from '../../operation';
import { getMany } from './getMany';
import { update } from './update';

export const birthdayCampaign: Resource = {
	name: 'Birthday Campaign',
	value: 'birthdayCampaign',
	operations: [getMany, update],
};
