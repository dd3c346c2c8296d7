import type { INodeProperties } from 'n8n-workflow';

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
