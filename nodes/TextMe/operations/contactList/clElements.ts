import type { GatewayTree } from '../../../../gateway/tree';
import type { Contact } from '../../fields/contactLists';

/** What one input item brings for one list. */
export interface ListContacts {
	/** Name of a list to create, or id of one that exists. */
	list: string;
	contacts: Contact[];
}

/**
 * One `cl` element for each list, in the order in which the items first name it, with the contacts of all its items. A
 * number that several items bring stands in it once, as the first of them has it.
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

/** The rows of an item. The list is named by its id, so a sentence of the reply may name it too. */
export const phonesOf = ({ list, contacts }: ListContacts) =>
	contacts.map(({ phone }) => ({ phone, list, listId: list }));

/** Why the second of two equal numbers is not stored. */
export const REPEATED = 'This number is in the input more than once; its first contact was used';
