import type { INodeProperties } from 'n8n-workflow';

import { newListIds, tieRowErrors } from '../../../../gateway/replies/records';
import { checkNamed, requiredText } from '../../../../gateway/values/checks';
import {
	MAX_CONTACTS_PER_CALL,
	MAX_DELETED_LISTS_PER_CALL,
} from '../../../../gateway/values/limits';
import { recordsOf, rowResults } from '../../../output/replies';
import { call } from '../../operation';
import type { Call, Operation } from '../../operation';
import { internationalOption, phoneNumbers } from '../../options/recipients';
import { clElements, contactFields, contactList, contactListId, contacts } from './contacts';
import type { ListContacts } from './contacts';

const REPEATED = 'This number is in the input more than once; its first contact was used';

/** The service takes lists and contacts of many items in one request. */
const OF_CONTACTS = {
	effect: 'write' as const,
	options: [internationalOption],
	limit: MAX_CONTACTS_PER_CALL,
	weight: ({ contacts: own }: ListContacts) => own.length,
};

const listName: INodeProperties = {
	displayName: 'List Name',
	name: 'listName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Newsletter customers',
	description: 'Input items with the same name go into one list',
};

const readName = (value: unknown) => checkNamed(requiredText(value, 'enter a name for the list'));

/** Creates contact lists with their first contacts, one list per name (specification, newCL). */
export const createList = call<ListContacts>({
	...OF_CONTACTS,
	name: 'Create',
	value: 'create',
	action: 'Create contact list',
	description: 'Create a contact list with its first contacts, from this item or from all items',
	tool: {
		use: 'Make a new list of phone numbers to send to later.',
		returns: 'contactListId, and the numbers that were stored or rejected.',
	},
	root: 'newCL',
	fields: [listName, phoneNumbers, contactFields],
	read: (parameters) => ({
		list: parameters.checked('listName', readName),
		contacts: contacts(parameters),
	}),
	// Two requests with the same name would create two lists.
	together: ({ list }) => list,
	body: (entries) => ({ cl: clElements(entries, 'name') }),
	replyFields: ['identifiers'],
	outputs(reply, entries) {
		const names = [...new Set(entries.map(({ list }) => list))];
		const ids = newListIds(reply.tree);
		// We match IDs to lists by position, which is impossible if one is missing.
		const matched = ids.length === names.length;
		const idOf = new Map(matched ? names.map((name, at) => [name, ids[at] || undefined]) : []);
		const phones = entries.map(({ list, contacts: ofItem }) =>
			ofItem.map(({ phone }) => ({ phone, list })),
		);
		const rows = rowResults(reply, phones, REPEATED);
		const [first] = rows;
		if (first && !matched && ids.length > 0) {
			const note = `The service gave ${ids.length} list IDs for ${names.length} lists: ${ids.join(', ')}`;
			first.notes = [...(first.notes ?? []), note];
		}
		return entries.map(({ list }, at) => ({
			contactListId: idOf.get(list),
			contactListName: list,
			stored: rows[at]?.phones.length,
			...rows[at],
		}));
	},
	warning: ({ tree }) =>
		newListIds(tree).some((id) => id !== '')
			? undefined
			: 'The service did not return the ID of the new list. Look it up with Contact List, Get Many.',
});

type Change = Pick<
	Call<ListContacts, ListContacts, undefined>,
	'name' | 'value' | 'action' | 'description' | 'tool' | 'root'
>;

/** Changes who is on existing lists (specification, Other contact-list operations; gateway-api, section 6). */
const changeOf = (done: 'added' | 'removed', own: Change): Operation =>
	call<ListContacts>({
		...OF_CONTACTS,
		...own,
		fields: [contactList, phoneNumbers, ...(done === 'added' ? [contactFields] : [])],
		read: (parameters) => ({
			list: contactListId(parameters),
			contacts: contacts(parameters, done === 'added'),
		}),
		body: (entries) => ({ cl: clElements(entries, 'id') }),
		outputs(reply, entries) {
			// An error in the reply may name the list's ID.
			const phones = entries.map(({ list, contacts: ofItem }) =>
				ofItem.map(({ phone }) => ({ phone, list, listId: list })),
			);
			const rows = rowResults(reply, phones, done === 'added' ? REPEATED : undefined);
			return rows.map((ofItem, at) => ({
				contactListId: entries[at]?.list,
				[done]: ofItem.phones.length,
				...ofItem,
			}));
		},
	});

export const addContacts = changeOf('added', {
	name: 'Add Contacts',
	value: 'addContacts',
	action: 'Add contacts to contact list',
	description: 'Put phone numbers with their fields on a contact list',
	tool: {
		use: 'Put phone numbers on a contact list.',
		returns: 'how many were added, and which were rejected and why.',
	},
	root: 'addNumCL',
});

export const removeContacts = changeOf('removed', {
	name: 'Remove Contacts',
	value: 'removeContacts',
	action: 'Remove contacts from contact list',
	description: 'Take phone numbers off a contact list',
	tool: {
		use: 'Take phone numbers off a contact list. It does not block them.',
		returns: 'how many were removed, and which were rejected and why.',
	},
	root: 'rmNumCL',
});

/** One list with its contacts (gateway-api, section 6). The reply is undocumented: see `listings.ts`. */
export const getList = call({
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

/** Deletes lists and all their contacts (gateway-api, section 6). */
export const deleteList = call({
	name: 'Delete',
	value: 'delete',
	action: 'Delete contact list',
	description: 'Delete a contact list with all its contacts, for good',
	tool: {
		use: 'Delete a contact list with all its contacts.',
		costs: 'Free of charge, but cannot be undone.',
		returns: 'deleted.',
	},
	root: 'removeCL',
	effect: 'write',
	fields: [contactList],
	limit: MAX_DELETED_LISTS_PER_CALL,
	read: (parameters) => ({ id: contactListId(parameters) }),
	body: (lists) => ({ cl: { id: [...new Set(lists.map(({ id }) => id))] } }),
	outputs({ tree }, lists) {
		const rows = lists.map(({ id }) => ({ listId: id }));
		const { reasons, notes } = tieRowErrors(tree.errors, rows);
		return rows.map(({ listId: contactListId }, at) => ({
			contactListId,
			deleted: reasons[at] === undefined,
			reason: reasons[at],
			notes: at === 0 && notes.length > 0 ? notes : undefined,
		}));
	},
});
