import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../gateway/checks';
import type { RemovalLimit } from '../../../planning/contactChanges';
import { contactChanges, mostRemovals, removalLimit } from '../../../planning/contactChanges';
import type { ListedContact } from '../../../../gateway/contacts';
import { readContacts } from '../../../../gateway/contacts';
import { checkRequest } from '../../../../gateway/codec';
import {
	contactFields,
	contactList,
	contactListId,
	wantedContacts,
} from '../../fields/contactLists';
import { internationalOption, phoneNumbers } from '../../fields/phoneNumbers';
import type { BatchOperation } from '../../operation';
import { syncPlan } from './syncPlan';

const DEFAULT_LIMIT = '25%';

const mostRemovalsOption: INodeProperties = {
	displayName: 'Most Removals',
	name: 'mostRemovals',
	type: 'string',
	default: DEFAULT_LIMIT,
	placeholder: 'e.g. 25% or 500',
	description:
		'How many contacts of the list may be removed, as a share or a number. If it would be more, nothing is changed. Without this option, it is 25%.',
};

interface SyncSettings {
	list: string;
	limit: RemovalLimit;
}

/**
 * Makes contact lists match the input items. The service cannot change a contact, so a contact that changes is removed and
 * added again (gateway-api, section 6).
 */
export const sync: BatchOperation<ListedContact[], SyncSettings> = {
	name: 'Sync',
	value: 'sync',
	action: 'Sync contact list',
	description: 'Make a contact list match the input items: add, change and remove contacts',
	tool: {
		use: 'Make a contact list hold exactly these phone numbers; all others are taken off it.',
		returns: 'how many were added, changed, removed and unchanged, and each change.',
		untrusted: ['changes'],
	},
	root: 'getCLbyID',
	effect: 'write',
	guard: { because: 'whoever is not in the input is taken off the list' },
	fields: [
		contactList,
		{
			...phoneNumbers,
			description:
				'The numbers of an input item. Contacts whose numbers no item has are removed from the list.',
		},
		{
			...contactFields,
			description:
				'What to store with each of these numbers, such as a name. An empty field is cleared; fields that you do not add here stay as they are.',
		},
	],
	options: [internationalOption, mostRemovalsOption],
	limit: Infinity,
	entries(parameters) {
		const wanted = wantedContacts(parameters);
		const [first] = wanted;
		parameters.check('The contact', () => checkRequest('destination', first?.fields ?? {}));
		return [wanted];
	},
	settings: (parameters) =>
		parameters.fromFields(['contactList', 'options'], 'sync settings', () => ({
			list: contactListId(parameters),
			limit: parameters.filledOption('mostRemovals', removalLimit) ?? removalLimit(DEFAULT_LIMIT),
		})),
	batchBody: (_, { list }) => ({ cl: { id: list } }),
	plan({ tree }, entries, { list, limit }, isComplete) {
		const contacts = readContacts(tree, list);
		const changes = contactChanges(contacts, entries.flat());
		if (!isComplete) return syncPlan(list, { ...changes, removed: [] }, NOBODY_REMOVED);
		checkRemovals(list, changes.removed.length, contacts.length, limit);
		return syncPlan(list, changes);
	},
};

const NOBODY_REMOVED =
	'Nobody was removed, because some input items are invalid: they may be about contacts of the list.';

const shown = (count: number) => count.toLocaleString('en-US');

function checkRemovals(list: string, removed: number, contacts: number, limit: RemovalLimit) {
	const most = mostRemovals(limit, contacts);
	if (removed <= most) return;
	const share = 'percent' in limit ? ` (${limit.percent}%)` : '';
	throw new InputError(
		`Contact list ${list} would lose ${shown(removed)} of its ${shown(contacts)} contacts, and 'Most Removals' allows ${shown(most)}${share}; check that the input is complete, or allow more`,
	);
}
