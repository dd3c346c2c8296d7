import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	checkFilledIn,
	checkNoneMissing,
	plainText,
	readable,
	requiredText,
} from '../../../gateway/checks';
import type { WantedContact } from '../../planning/contactChanges';
import { FIELD_NAMES } from '../../../gateway/contacts';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters/parameters';
import { phonesOnce } from './recipients';

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

const readListId = (value: unknown) => requiredText(value, 'choose a contact list or enter its ID');

/** One for each field. */
const EXAMPLES = ['Dana', 'Cohen', 'Haifa', 'Gold member', '2026-05-01', 'Order 1042'];

/** The fields of a contact, which messages can merge (specification, Contact list and contact). */
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
		description: `Replaces [DYNAMIC_FIELD${index + 1}] in messages with 'Merge Contact Fields'`,
	})),
};

/** A contact as it is sent: its phone and the fields that are filled in. */
export interface Contact extends GatewayTree {
	phone: string;
}

/** The contacts of an item: each of its numbers once, all with the same fields. */
export function contacts(parameters: Parameters): Contact[] {
	const phones = contactPhones(parameters);
	const filled = Object.fromEntries(fieldsOf(parameters).filter(([, text]) => text !== ''));
	return phones.map((contact) => ({ ...contact, ...filled }));
}

/** The contacts of an item. Fields that were added and left empty count, too. */
export function wantedContacts(parameters: Parameters): WantedContact[] {
	const added = parameters.get<IDataObject>('contactFields');
	const fields = Object.fromEntries(
		fieldsOf(parameters).filter(([name]) => added[name] !== undefined),
	);
	const missing = FIELD_NAMES.filter((name) => name in added && added[name] === undefined);
	return phonesOnce(parameters).map((phone) => ({ phone, fields, missing }));
}

/** The texts of the fields that were added. */
function fieldsOf(parameters: Parameters): Array<[name: string, text: string]> {
	const added = parameters.get<IDataObject>('contactFields');
	return FIELD_NAMES.flatMap((name, index): Array<[string, string]> => {
		if (!(name in added)) return [];
		const text = parameters.check(`'Dynamic Field ${index + 1}'`, () =>
			checkNoneMissing(checkFilledIn(readable(plainText(added[name])))),
		);
		return [[name, text]];
	});
}

/** The contacts of an item, without fields. */
export function contactPhones(parameters: Parameters): Contact[] {
	return phonesOnce(parameters).map((phone) => ({ phone }));
}
