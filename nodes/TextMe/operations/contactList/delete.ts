import { MAX_DELETED_LISTS_PER_CALL } from '../../../../gateway/values/limits';
import { tieRowErrors } from '../../../../gateway/replies/records';
import { call } from '../../operation';
import { contactList, contactListId } from './contacts';

/** Deletes lists and all their contacts (gateway-api, section 6). */
export const deleteList = call<{ id: string }, string>({
	name: 'Delete',
	value: 'delete',
	action: 'Delete contact list',
	description: 'Delete a contact list with all its contacts, for good',
	tool: {
		use: 'Delete a contact list with all its contacts.',
		costs: 'Free of charge, but cannot be undone.',
		returns: 'deleted.',
	},
	root: 'removeCL',
	effect: 'write',
	fields: [contactList],
	limit: MAX_DELETED_LISTS_PER_CALL,
	read: (parameters) => ({ id: contactListId(parameters) }),
	entries: ({ id }) => [id],
	body: (ids) => ({ cl: { id: [...new Set(ids)] } }),
	outputs({ tree }, ids) {
		const { reasons, notes } = tieRowErrors(
			tree.errors,
			ids.map((listId) => ({ listId })),
		);
		return ids.map((contactListId, at) => ({
			contactListId,
			deleted: reasons[at] === undefined,
			reason: reasons[at],
			notes: at === 0 && notes.length > 0 ? notes : undefined,
		}));
	},
});
