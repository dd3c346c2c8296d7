import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

/** The id that the sandbox gives the first list. */
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

/** Creates lists from items that have `list` (its name), `phone` and `name`. */
export const createListsFromItems = (options: INodeParameters = {}) =>
	createList(
		{
			listName: '={{ $json.list }}',
			phones: '={{ $json.phone }}',
			contactFields: { df1: '={{ $json.name }}' },
		},
		options,
	);

/** Values to add or remove a contact for each item that has `list` (its id) and `phone`. */
export const CONTACTS_OF_ITEMS = { contactList: '={{ $json.list }}', phones: '={{ $json.phone }}' };

/** Fills the contact lists of an account, and reads them back. */
export function contactListsOf(fixture: SandboxFixture) {
	async function outputOf(parameters: INodeParameters, run?: SandboxRun): Promise<IDataObject[]> {
		const { items, error } = await fixture.run(parameters, run);
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	}
	/** Without `envelope`: what the reply says about the list, which comes with its first contact. */
	const contactsOf = async (contactList: string) =>
		(await outputOf(getList({ contactList }))).map((contact) => {
			const own = { ...contact };
			delete own.envelope;
			return own;
		});

	return {
		/** Makes the lists 21501, 21502, …. Each argument holds the numbers of one list. */
		givenContacts: async (...phones: string[]): Promise<void> => {
			for (const each of phones) await outputOf(createList({ phones: each }));
		},

		/** Makes the lists 21501, 21502, … with these names. Each has two contacts, with the list's name in a field. */
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
