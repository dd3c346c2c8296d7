import { many } from '../wire/tree.mts';
import { errorsIfAny, namedLists, newContacts } from './contactRows.mts';
import type { Root } from './root.mts';

export const addNumCL: Root = ({ account, body }) => {
	const { found, errors } = namedLists(account, many(body, 'cl'));
	const additions = found.map(({ list, element }) => {
		const rows = newContacts(element, list.contacts.keys());
		errors.push(...rows.errors);
		return { list, contacts: rows.contacts };
	});
	return {
		reply: {
			status: 0,
			message: 'The phone numbers have been added successfully',
			...errorsIfAny(errors),
		},
		effect: () => {
			for (const { list, contacts } of additions) {
				for (const contact of contacts) list.contacts.set(contact.phone, contact);
			}
		},
	};
};
