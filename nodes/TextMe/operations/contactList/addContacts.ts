import { phoneNumbers } from '../../options/recipients';
import { call } from '../../operation';
import {
	contactFields,
	contactList,
	contactListId,
	contacts,
	listChange,
	REPEATED,
} from './contacts';
import type { ListContacts } from './contacts';

/** Adds contacts to existing lists (specification, Other contact-list operations; gateway-api, section 6). */
export const addContacts = call<ListContacts>({
	name: 'Add Contacts',
	value: 'addContacts',
	action: 'Add contacts to contact list',
	description: 'Put phone numbers with their fields on a contact list',
	tool: {
		use: 'Put phone numbers on a contact list.',
		returns: 'how many were added, and which were rejected and why.',
	},
	...listChange('added', REPEATED),
	root: 'addNumCL',
	fields: [contactList, phoneNumbers, contactFields],
	read: (parameters) => ({ list: contactListId(parameters), contacts: contacts(parameters) }),
});
