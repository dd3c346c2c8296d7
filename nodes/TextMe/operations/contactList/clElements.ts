import type { GatewayTree } from '../../../../gateway/values/tree';
import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/values/limits';
import { groupBy } from '../../../../gateway/values/lists';
import type { Contact } from '../../options/contactLists';
import { internationalOption } from '../../options/recipients';
import type { Call } from '../../operation';
import { rowResults } from '../../../output/replies';

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
