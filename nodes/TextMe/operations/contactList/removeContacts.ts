import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/limits';
import { contactList, contactListId, contactPhones } from '../../options/contactLists';
import { internationalOption, phoneNumbers } from '../../options/recipients';
import type { BatchOperation } from '../../operation';
import { rowResults } from '../../../shared/replies';
import { clElements, contactCount, phonesOf } from './clElements';
import type { ListContacts } from './clElements';

/** Takes contacts off lists (specification, Other contact-list operations; gateway-api, section 6). */
export const removeContacts: BatchOperation<ListContacts> = {
	name: 'Remove Contacts',
	value: 'removeContacts',
	action: 'Remove contacts from contact list',
	description: 'Take phone numbers off a contact list',
	tool: {
		use: 'Take phone numbers off a contact list. It does not block them.',
		returns: 'how many were removed, and which were rejected and why.',
	},
	root: 'rmNumCL',
	effect: 'write',
	guard: {
		lets: 'Remove Contacts',
		because: 'what was kept with a contact cannot be brought back',
	},
	fields: [contactList, phoneNumbers],
	options: [internationalOption],
	refusedForOne: [9, 988],
	limit: MAX_CONTACTS_PER_CALL,
	read: (parameters) => ({ list: contactListId(parameters), contacts: contactPhones(parameters) }),
	weight: contactCount,
	batchBody: (entries) => ({ cl: clElements(entries, 'id') }),
	outputs: (reply, entries) =>
		rowResults(reply, entries.map(phonesOf)).map((rows, at) => ({
			contactListId: entries[at]?.list,
			removed: rows.phones.length,
			...rows,
		})),
};
