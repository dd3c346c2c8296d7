import type { INodeProperties } from 'n8n-workflow';

import { requiredText } from '../../../gateway/checks';
import type { Parameters } from '../parameters';

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

/** The id of the chosen list. */
export const contactListId = (parameters: Parameters): string =>
	parameters.checked('contactList', (value) =>
		requiredText(value, 'choose a contact list or enter its ID'),
	);
