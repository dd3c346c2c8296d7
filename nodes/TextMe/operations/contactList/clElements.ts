import type { GatewayTree } from '../../../../gateway/tree';
import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/limits';
import { groupBy } from '../../../../gateway/lists';
import type { Contact } from '../../options/contactLists';
import { internationalOption } from '../../options/recipients';
import type { CallOperation } from '../../operation';
import { rowResults } from '../../../output/replies';

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

/** Why a duplicate number is not stored. */
export const REPEATED = 'This number is in the input more than once; its first contact was used';

/** What adding contacts to lists and removing them have in common. */
export const listChange = (done: 'added' | 'removed', repeated?: string) =>
	({
		effect: 'write',
		options: [internationalOption],
		limit: MAX_CONTACTS_PER_CALL,
		weight: contactCount,
		body: (entries) => ({ cl: clElements(entries, 'id') }),
		outputs(reply, entries) {
			// With the ID of the list, because an error in the reply may name it.
			const phones = entries.map(({ list, contacts }) =>
				contacts.map(({ phone }) => ({ phone, list, listId: list })),
			);
			return rowResults(reply, phones, repeated).map((rows, at) => ({
				contactListId: entries[at]?.list,
				[done]: rows.phones.length,
				...rows,
			}));
		},
	}) satisfies Partial<CallOperation<ListContacts>>;
