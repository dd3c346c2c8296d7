import { call } from '../../operation';
import { recordsOf } from '../../../output/replies';
import { contactList, contactListId } from './contacts';

/**
 * One list with its contacts (gateway-api, section 6). The reply is undocumented: we take the first list of records in it for
 * the contacts, with the service's field names.
 */
export const get = call<{ cl: { id: string } }>({
	name: 'Get',
	value: 'get',
	action: 'Get contact list',
	description: 'Read the contacts of one contact list',
	tool: {
		use: 'Read the people on a contact list.',
		returns: 'the contacts of the list.',
	},
	root: 'getCLbyID',
	effect: 'read',
	fields: [contactList],
	read: (parameters) => ({ cl: { id: contactListId(parameters) } }),
	replyFields: 'all',
	outputs: (reply, [{ cl }]) => [
		recordsOf(reply).map((record) => ({ contactListId: cl.id, ...record })),
	],
});
