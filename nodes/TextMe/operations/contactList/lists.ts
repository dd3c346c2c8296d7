import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { newListIds, tieRowErrors } from '../../../../gateway/replies/records';
import { checkNamed, readableText, requiredText } from '../../../../gateway/values/checks';
import {
	DYNAMIC_FIELDS,
	MAX_CONTACTS_PER_CALL,
	MAX_DELETED_LISTS_PER_CALL,
} from '../../../../gateway/values/limits';
import { groupBy, readId } from '../../../../gateway/values/lists';
import type { GatewayTree } from '../../../../gateway/values/tree';
import { recordsOf, rowResults } from '../../../output/replies';
import { call } from '../../operation';
import type { Operation, Shown } from '../../operation';
import { internationalOption, phoneNumbers, phonesOnce } from '../../options/recipients';
import { listField, requiredField, textField } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';

/** One contact list of the account (specification, Contact list and contact). */
const contactList = listField(
	{
		displayName: 'Contact List',
		name: 'contactList',
		read: (id: unknown) => readId(id, 'choose a contact list or enter its ID'),
	},
	['searchContactLists', 'Choose a contact list'],
	{ displayName: 'By ID', name: 'id', placeholder: 'e.g. 21518' },
);

/** The names of a contact's fields (specification, Contact list and contact). */
const FIELD_NAMES = Array.from({ length: DYNAMIC_FIELDS }, (_, index) => `df${index + 1}`);

const EXAMPLES = ['Dana', 'Cohen', 'Haifa', 'Gold member', '2026-05-01', 'Order 1042'];

/** A contact's fields, which messages can merge (specification, Contact list and contact). */
const contactFields: INodeProperties = {
	displayName: 'Contact Fields',
	name: 'contactFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description:
		"What to store with each of these numbers, such as a name, for messages with 'Merge Contact Fields'",
	options: FIELD_NAMES.map((name, index) =>
		textField({
			displayName: `Dynamic Field ${index + 1}`,
			name,
			placeholder: `e.g. ${EXAMPLES[index]}`,
			description: `Replaces [DYNAMIC_FIELD${index + 1}] in a merged text`,
		}),
	),
};

/** A contact as we send it: its phone and its filled fields. */
interface Contact extends GatewayTree {
	phone: string;
}

/** What an item does to a list. */
interface ListContacts {
	/** The name of a list to create, or the ID of an existing one. */
	list: string;
	contacts: Contact[];
}

/** The numbers of an item, each once, all with the same fields, if it has the field for them. */
function contacts(parameters: Parameters, hasFields = true): Contact[] {
	const fields = hasFields ? fieldsOf(parameters) : {};
	return phonesOnce(parameters).map((phone) => ({ phone, ...fields }));
}

function fieldsOf(parameters: Parameters): Record<string, string> {
	const added = parameters.get<IDataObject>('contactFields');
	const fields: Record<string, string> = {};
	for (const name of FIELD_NAMES) {
		if (!(name in added)) continue;
		const text = parameters.meant(`contactFields.${name}`, added[name], readableText);
		if (text !== '') fields[name] = text;
	}
	return fields;
}

/**
 * One `cl` element per list, with the contacts of all its items. Lists are in the order of the items. Of duplicate numbers, the
 * first contact counts.
 */
function clElements(entries: readonly ListContacts[], element: 'id' | 'name'): GatewayTree[] {
	return [...groupBy(entries, ({ list }) => list)].map(([list, own]) => {
		const all = own.flatMap((entry) => entry.contacts);
		const destination = [...groupBy(all, ({ phone }) => phone).values()].map(([first]) => first);
		return { [element]: list, destinations: { destination } };
	});
}

const REPEATED = 'This number is in the input more than once; its first contact was used';

/** The service takes lists and contacts of many items in one request. */
const OF_CONTACTS = {
	effect: 'write' as const,
	options: [internationalOption],
	limit: MAX_CONTACTS_PER_CALL,
	weight: ({ contacts: own }: ListContacts) => own.length,
};

const listName = requiredField({
	displayName: 'List Name',
	name: 'listName',
	placeholder: 'e.g. Newsletter customers',
	description: 'Input items with the same name go into one list',
	read: (name: unknown) => checkNamed(requiredText(name, 'enter a name for the list')),
});

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
		list: parameters.field(listName),
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

/** Changes who is on existing lists (specification, Other contact-list operations; gateway-api, section 6). */
const changeOf = (
	done: 'added' | 'removed',
	own: Pick<Shown, 'name' | 'value' | 'action' | 'description' | 'tool'> & { root: string },
): Operation =>
	call<ListContacts>({
		...OF_CONTACTS,
		...own,
		fields: [contactList, phoneNumbers, ...(done === 'added' ? [contactFields] : [])],
		read: (parameters) => ({
			list: parameters.field(contactList),
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
	read: (parameters) => ({ cl: { id: parameters.field(contactList) } }),
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
	read: (parameters) => ({ id: parameters.field(contactList) }),
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
