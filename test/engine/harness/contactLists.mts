import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

/** The sandbox's first list ID. */
const FIRST = '21501';
const TWO_CONTACTS = '0501111111, 0502222222';

const onLists = (operation: string, usual?: INodeParameters) =>
	parametersFor('contactList', operation, usual);

export const createList = onLists('create', { listName: 'Customers', phones: '0501111111' });
export const deleteList = onLists('delete', { contactList: FIRST });
export const getList = onLists('get', { contactList: FIRST });
export const getLists = onLists('getMany');
export const addContacts = onLists('addContacts', { contactList: FIRST, phones: '0502222222' });
export const removeContacts = onLists('removeContacts', {
	contactList: FIRST,
	phones: '0501111111',
});

/** Creates lists from items with `list` (a name), `phone` and `name`. */
export const createListsFromItems = (options: INodeParameters = {}) =>
	createList(
		{
			listName: '={{ $json.list }}',
			phones: '={{ $json.phone }}',
			contactFields: { df1: '={{ $json.name }}' },
		},
		options,
	);

/** Adds or removes one contact per item with `list` (an ID) and `phone`. */
export const CONTACTS_OF_ITEMS = { contactList: '={{ $json.list }}', phones: '={{ $json.phone }}' };

export function contactListsOf(fixture: SandboxFixture) {
	async function outputOf(parameters: INodeParameters, run?: SandboxRun): Promise<IDataObject[]> {
		const { items, error } = await fixture.run(parameters, run);
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	}
	/** Without `envelope`, which the first contact carries. */
	const contactsOf = async (contactList: string) =>
		(await outputOf(getList({ contactList }))).map((contact) => {
			const own = { ...contact };
			delete own.envelope;
			return own;
		});

	return {
		/** Creates the lists 21501, 21502, …; each argument holds one list's numbers. */
		givenContacts: async (...phones: string[]): Promise<void> => {
			for (const each of phones) await outputOf(createList({ phones: each }));
		},

		/** Creates the lists 21501, 21502, … with these names and two contacts each, whose field is the list's name. */
		givenLists: async (
			names: string[],
			run: SandboxRun = {},
			options: INodeParameters = {},
		): Promise<void> => {
			const items = names.map((list) => ({ list, name: list, phone: TWO_CONTACTS }));
			await outputOf(createListsFromItems(options), { ...run, items });
		},

		lists: () => outputOf(getLists({ returnAll: true })),
		contactsOf,
		phonesOf: async (contactList: string) =>
			(await contactsOf(contactList)).map(({ phone }) => phone),
	};
}
