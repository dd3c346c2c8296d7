import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readableText } from '../../../../gateway/values/checks';
import { groupBy, readId } from '../../../../gateway/values/lists';
import { DYNAMIC_FIELDS } from '../../../../gateway/values/limits';
import type { GatewayTree } from '../../../../gateway/values/tree';
import { phonesOnce } from '../../options/recipients';
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

/** What an item does to a list. */
export interface ListContacts {
	/** The name of a list to create, or the ID of an existing one. */
	list: string;
	contacts: Contact[];
}

/** The numbers of an item, each once, all with the same fields, if it has the field for them. */
export function contacts(parameters: Parameters, hasFields = true): Contact[] {
	const fields = hasFields ? fieldsOf(parameters) : {};
	return phonesOnce(parameters).map((phone) => ({ phone, ...fields }));
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

/**
 * One `cl` element per list, with the contacts of all its items. Lists are in the order of the items. Of duplicate numbers, the
 * first contact counts.
 */
export function clElements(
	entries: readonly ListContacts[],
	element: 'id' | 'name',
): GatewayTree[] {
	return [...groupBy(entries, ({ list }) => list)].map(([list, own]) => {
		const all = own.flatMap((entry) => entry.contacts);
		const destination = [...groupBy(all, ({ phone }) => phone).values()].map(([first]) => first);
		return { [element]: list, destinations: { destination } };
	});
}
