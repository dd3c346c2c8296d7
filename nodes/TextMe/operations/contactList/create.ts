import type { INodeProperties } from 'n8n-workflow';

import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/values/limits';
import { newListIds } from '../../../../gateway/replies/records';
import { checkNamed, requiredText } from '../../../../gateway/values/checks';
import { internationalOption, phoneNumbers } from '../../options/recipients';
import { call } from '../../operation';
import { rowResults } from '../../../output/replies';
import { clElements, contactCount, contactFields, contacts, REPEATED } from './contacts';
import type { ListContacts } from './contacts';

const listName: INodeProperties = {
	displayName: 'List Name',
	name: 'listName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Newsletter customers',
	description: 'Input items with the same name go into one list',
};

/** Creates contact lists with their first contacts, one list per name (specification, newCL). */
export const create = call<ListContacts>({
	name: 'Create',
	value: 'create',
	action: 'Create contact list',
	description: 'Create a contact list with its first contacts, from this item or from all items',
	tool: {
		use: 'Make a new list of phone numbers to send to later.',
		returns: 'contactListId, and the numbers that were stored or rejected.',
	},
	root: 'newCL',
	effect: 'write',
	fields: [listName, phoneNumbers, contactFields],
	options: [internationalOption],
	limit: MAX_CONTACTS_PER_CALL,
	read: (parameters) => ({
		list: parameters.checked('listName', readName),
		contacts: contacts(parameters),
	}),
	weight: contactCount,
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

const readName = (value: unknown) => checkNamed(requiredText(value, 'enter a name for the list'));
