import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readableText } from '../../../../gateway/values/checks';
import { groupBy, readId } from '../../../../gateway/values/lists';
import { DYNAMIC_FIELDS, MAX_CONTACTS_PER_CALL } from '../../../../gateway/values/limits';
import type { GatewayTree } from '../../../../gateway/values/tree';
import { rowResults } from '../../../output/replies';
import type { Call } from '../../operation';
import { internationalOption, phonesOnce } from '../../options/recipients';
import type { Parameters } from '../../parameters/parameters';

/** One contact list of the account (specification, Contact list and contact). */
export const contactList: INodeProperties = {
	displayName: 'Contact List',
	name: 'contactList',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a contact list',
			typeOptions: { searchListMethod: 'searchContactLists', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 21518',
		},
	],
};

export const contactListId = (parameters: Parameters): string =>
	parameters.checked('contactList', readListId);

const readListId = (value: unknown) => readId(value, 'choose a contact list or enter its ID');

/** The names of a contact's fields (specification, Contact list and contact). */
const FIELD_NAMES = Array.from({ length: DYNAMIC_FIELDS }, (_, index) => `df${index + 1}`);

const EXAMPLES = ['Dana', 'Cohen', 'Haifa', 'Gold member', '2026-05-01', 'Order 1042'];

/** A contact's fields, which messages can merge (specification, Contact list and contact). */
export const contactFields: INodeProperties = {
	displayName: 'Contact Fields',
	name: 'contactFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description:
		"What to store with each of these numbers, such as a name, for messages with 'Merge Contact Fields'",
	options: FIELD_NAMES.map((name, index) => ({
		displayName: `Dynamic Field ${index + 1}`,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${EXAMPLES[index]}`,
		description: `Replaces [DYNAMIC_FIELD${index + 1}] in a merged text`,
	})),
};

/** A contact as we send it: its phone and its filled fields. */
export interface Contact extends GatewayTree {
	phone: string;
}

/** The contacts of an item: each number once, all with the same fields. */
export function contacts(parameters: Parameters): Contact[] {
	const fields = fieldsOf(parameters);
	return contactPhones(parameters).map((contact) => ({ ...contact, ...fields }));
}

function fieldsOf(parameters: Parameters): Record<string, string> {
	const added = parameters.get<IDataObject>('contactFields');
	const fields: Record<string, string> = {};
	for (const name of FIELD_NAMES) {
		if (!(name in added)) continue;
		const path = `contactFields.${name}`;
		const text = parameters.intended(path, parameters.refusedAs(path, added[name], readableText));
		if (text !== '') fields[name] = text;
	}
	return fields;
}

export function contactPhones(parameters: Parameters): Contact[] {
	return phonesOnce(parameters).map((phone) => ({ phone }));
}

export interface ListContacts {
	/** The name of a list to create, or the ID of an existing one. */
	list: string;
	contacts: Contact[];
}

/**
 * One `cl` element per list, with the contacts of all its items. Lists are in the order of the items. Of duplicate numbers, the
 * first contact counts.
 */
export function clElements(
	entries: readonly ListContacts[],
	listElement: 'id' | 'name',
): GatewayTree[] {
	return [...groupBy(entries, ({ list }) => list)].map(([list, own]) => {
		const byPhone = groupBy(
			own.flatMap(({ contacts }) => contacts),
			({ phone }) => phone,
		);
		const destination = [...byPhone.values()].map(([first]) => first);
		return { [listElement]: list, destinations: { destination } };
	});
}

export const contactCount = ({ contacts }: ListContacts): number => contacts.length;

export const REPEATED = 'This number is in the input more than once; its first contact was used';

/** Shared by the operations that add and remove contacts. The service takes lists and contacts of many items in one request. */
export const listChange = (done: 'added' | 'removed', repeated?: string) =>
	({
		effect: 'write',
		options: [internationalOption],
		limit: MAX_CONTACTS_PER_CALL,
		weight: contactCount,
		body: (entries) => ({ cl: clElements(entries, 'id') }),
		outputs(reply, entries) {
			// An error in the reply may name the list's ID.
			const phones = entries.map(({ list, contacts }) =>
				contacts.map(({ phone }) => ({ phone, list, listId: list })),
			);
			return rowResults(reply, phones, repeated).map((rows, at) => ({
				contactListId: entries[at]?.list,
				[done]: rows.phones.length,
				...rows,
			}));
		},
	}) satisfies Partial<Call<ListContacts, ListContacts, undefined>>;
