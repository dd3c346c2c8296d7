import type { Root } from './root.mts';

// Assumption: contactListRecords
/** The record is not shown anywhere; a client's field names are a guess (gateway-api 6). */
export const getCL: Root = ({ account }) => ({
	reply: {
		status: 0,
		message: '',
		contact_lists: [...account.lists.values()].map(({ id, name, contacts }) => ({
			id,
			name,
			count: String(contacts.size),
		})),
	},
});
