import { missing } from '../refusal.mts';
import type { ContactList } from '../state.mts';
import { many, text } from '../wire/tree.mts';
import { errorsIfAny, newContacts } from './contactRows.mts';
import type { Root } from './root.mts';

export const newCL: Root = ({ world, account, body }) => {
	const elements = many(body, 'cl');
	if (elements.length === 0) throw missing('cl');
	const errors: string[] = [];
	const lists = elements.map((element): ContactList => {
		const name = text(element, 'name') ?? '';
		if (name === '') throw missing('name');
		const rows = newContacts(element, []);
		errors.push(...rows.errors);
		return {
			id: String(++world.state.sequences.list),
			name,
			contacts: new Map(rows.contacts.map((contact) => [contact.phone, contact])),
		};
	});
	return {
		reply: {
			status: 0,
			message: 'contact list successfully created',
			...errorsIfAny(errors),
			identifiers: lists.map(({ id }) => id),
		},
		effect: () => lists.forEach((list) => account.lists.set(list.id, list)),
	};
};
