import type { IDataObject } from 'n8n-workflow';

import { readBlocklistEntry } from '../../../../gateway/events/blocklistEntry';
import { anyTime, anyTimeFields, upToLimit } from '../../options/windowFields';

/** The numbers that are blocked (specification, blacklist). */
export const getMany = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many blocked numbers',
	description: 'List blocked numbers, some of their digits hidden, and when they were blocked',
	tool: {
		use: 'Find out who has asked not to be messaged, and when.',
		returns: 'the blocked numbers, some of their digits hidden, and blockedAt.',
	},
	root: 'blacklist',
	effect: 'read',
	fields: anyTimeFields,
	read: (parameters) => ({ ...anyTime(parameters) }),
	shape: blockedNumber,
	date: 'blockedAt',
});

function blockedNumber(record: IDataObject): IDataObject {
	const { phone, date, message, other } = readBlocklistEntry(record);
	return {
		phone,
		blockedAt: date,
		...(message && { message }),
		...(other && { other: other as IDataObject }),
	};
}
