import { missing, Refusal } from '../refusal.mts';
import { one, text } from '../wire/tree.mts';
import type { Root } from './root.mts';

// Assumption: contactRecords
/** The record is not shown anywhere; `newCL`'s request with the ID is a guess. */
export const getCLbyID: Root = ({ account, body }) => {
	const id = text(one(body, 'cl'), 'id') ?? '';
	if (id === '') throw missing('cl.id');
	const list = account.lists.get(id);
	if (list === undefined) throw new Refusal(988);
	const destinations = [...list.contacts.values()].map(({ phone, fields }) => ({
		phone,
		...fields,
	}));
	return {
		reply: {
			status: 0,
			message: '',
			contact_list: { id, name: list.name, count: String(destinations.length), destinations },
		},
	};
};
