import { findRecords } from '../../../../gateway/records';
import { contactList, contactListId } from '../../fields/contactList';
import type { ItemOperation } from '../../operation';

/**
 * One list with its contacts (gateway-api, section 6). What the reply looks like is not documented anywhere: that the
 * first list of records in it are the contacts is a guess, so their fields keep the names they come with.
 */
export const get: ItemOperation = {
	name: 'Get',
	value: 'get',
	action: 'Get contact list',
	description: 'Read the contacts of one contact list',
	root: 'getCLbyID',
	effect: 'read',
	fields: [contactList],
	body: (parameters) => ({ cl: { id: contactListId(parameters) } }),
	output: ({ tree }, _, parameters) =>
		findRecords(tree).map((record) => ({ contactListId: contactListId(parameters), ...record })),
};
