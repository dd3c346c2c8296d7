import type { GatewayTree } from '../../../../gateway/tree';
import type { Contact } from '../../options/contactLists';

/** The contacts of one input item for one list. */
export interface ListContacts {
	/** Name of a list to create, or id of one that exists. */
	list: string;
	contacts: Contact[];
}

/**
 * One `cl` element for each list, with the contacts of all its items. The lists come in the order of the items. Of a
 * duplicate number, the first contact is kept.
 */
export function clElements(
	entries: readonly ListContacts[],
	listElement: 'id' | 'name',
): GatewayTree[] {
	const lists = new Map<string, Map<string, Contact>>();
	for (const { list, contacts } of entries) {
		const byPhone = lists.get(list) ?? new Map<string, Contact>();
		lists.set(list, byPhone);
		for (const contact of contacts) {
			if (!byPhone.has(contact.phone)) byPhone.set(contact.phone, contact);
		}
	}
	return [...lists].map(([list, byPhone]) => ({
		[listElement]: list,
		destinations: { destination: [...byPhone.values()] },
	}));
}

export const contactCount = ({ contacts }: ListContacts): number => contacts.length;

/** The rows of an item, with the ID of their list, because an error in the reply may name it. */
export const phonesOf = ({ list, contacts }: ListContacts) =>
	contacts.map(({ phone }) => ({ phone, list, listId: list }));

/** Why a duplicate number is not stored. */
export const REPEATED = 'This number is in the input more than once; its first contact was used';
