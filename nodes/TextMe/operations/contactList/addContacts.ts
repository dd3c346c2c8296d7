import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/limits';
import { contactFields, contactList, contactListId, contacts } from '../../options/contactLists';
import { internationalOption, phoneNumbers } from '../../options/recipients';
import type { BatchOperation } from '../../operation';
import { rowResults } from '../../../shared/replies';
import { clElements, contactCount, phonesOf, REPEATED } from './clElements';
import type { ListContacts } from './clElements';

/** Adds contacts to lists that exist (specification, Other contact-list operations; gateway-api, section 6). */
export const addContacts: BatchOperation<ListContacts> = {
	name: 'Add Contacts',
	value: 'addContacts',
	action: 'Add contacts to contact list',
	description: 'Put phone numbers with their fields on a contact list',
	tool: {
		use: 'Put phone numbers on a contact list.',
		returns: 'how many were added, and which were rejected and why.',
	},
	root: 'addNumCL',
	effect: 'write',
	guard: {
		lets: 'Add Contacts',
		because: 'whoever is on a list gets all that is sent to it later',
	},
	fields: [contactList, phoneNumbers, contactFields],
	options: [internationalOption],
	refusedForOne: [9, 988],
	limit: MAX_CONTACTS_PER_CALL,
	read: (parameters) => ({ list: contactListId(parameters), contacts: contacts(parameters) }),
	weight: contactCount,
	batchBody: (entries) => ({ cl: clElements(entries, 'id') }),
	outputs: (reply, entries) =>
		rowResults(reply, entries.map(phonesOf), REPEATED).map((rows, at) => ({
			contactListId: entries[at]?.list,
			added: rows.phones.length,
			...rows,
		})),
};
