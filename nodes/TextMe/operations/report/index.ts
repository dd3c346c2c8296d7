import type { Resource } from '../../operation';
import { getByDate } from './getByDate';
import { getByExternalId } from './getByExternalId';
import { getIncomingMessages } from './getIncomingMessages';

export const report: Resource = {
	name: 'Report',
	value: 'report',
	operations: [getByExternalId, getByDate, getIncomingMessages],
};
