import { phoneNumbers } from '../../options/recipients';
import { call } from '../../operation';
import { contactList, contactListId, contactPhones, listChange } from './contacts';
import type { ListContacts } from './contacts';

/** Removes contacts from lists (specification, Other contact-list operations; gateway-api, section 6). */
export const removeContacts = call<ListContacts>({
	name: 'Remove Contacts',
	value: 'removeContacts',
	action: 'Remove contacts from contact list',
	description: 'Take phone numbers off a contact list',
	tool: {
		use: 'Take phone numbers off a contact list. It does not block them.',
		returns: 'how many were removed, and which were rejected and why.',
	},
	...listChange('removed'),
	root: 'rmNumCL',
	fields: [contactList, phoneNumbers],
	read: (parameters) => ({ list: contactListId(parameters), contacts: contactPhones(parameters) }),
});
