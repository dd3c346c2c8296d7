import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../../gateway/checks';
import { checkRequest } from '../../../../gateway/encode';
import { readContacts } from '../../../../gateway/contacts';
import type { ChangeLimit, ListFigures } from '../../../planning/changeLimits';
import { changeLimit, checkList, checkRun } from '../../../planning/changeLimits';
import type { WantedContact } from '../../../planning/contactChanges';
import {
	contactChanges,
	fieldsToLose,
	missingValues,
	withLeftOff,
} from '../../../planning/contactChanges';
import {
	contactFields,
	contactList,
	contactListId,
	wantedContacts,
} from '../../options/contactLists';
import { optionGroup } from '../../options/optionGroup';
import { internationalOption, phoneNumbers } from '../../options/recipients';
import type { Operation } from '../../operation';
import type { Parameters } from '../../parameters/parameters';
import { syncPlan } from './syncPlan';

const DEFAULT_CHANGES = '50%';
const DEFAULT_REMOVALS = '25%';

const mostChangesOption: INodeProperties = {
	displayName: 'Maximum Changes',
	name: 'mostChanges',
	type: 'string',
	default: DEFAULT_CHANGES,
	placeholder: 'e.g. 50% or 500',
	description:
		'How many contacts of the list may get other fields, as a percentage or a number. If it is more, nothing is changed. Without this option, 50%.',
};

const mostRemovalsOption: INodeProperties = {
	displayName: 'Maximum Removals',
	name: 'mostRemovals',
	type: 'string',
	default: DEFAULT_REMOVALS,
	placeholder: 'e.g. 25% or 500',
	description:
		'How many contacts of the list may be removed, as a percentage or a number. If it is more, nothing is changed. Without this option, 25%.',
};

/** The contacts of an input item, and its limits for the run. */
interface Wanted {
	contacts: WantedContact[];
	limits: { removed: ChangeLimit; changed: ChangeLimit };
}

interface SyncItem {
	/** Undefined for a blank row. */
	wanted: Wanted | undefined;
	list: { list: string };
}

/**
 * Makes contact lists match the input items. The service cannot change a contact, so a contact that changes is removed and
 * added again (gateway-api, section 6).
 */
export const sync: Operation<SyncItem, Wanted, { list: string }, ListFigures> = {
	name: 'Sync',
	value: 'sync',
	action: 'Sync contact list',
	description:
		'Make a contact list match the input items: add, change and remove contacts. In a loop, each pass counts as the whole list.',
	tool: {
		use: 'Make a contact list hold exactly these phone numbers; all others are taken off it.',
		returns: 'how many were added, changed, removed and unchanged, and each change.',
		untrusted: ['changes'],
	},
	root: 'getCLbyID',
	effect: 'write',
	guard: {
		lets: 'Sync Contact Lists',
		because: 'whoever is not in the input is taken off the list',
	},
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
	options: [internationalOption, mostChangesOption, mostRemovalsOption],
	limit: Infinity,
	read(parameters) {
		if (isBlank(parameters)) return { wanted: undefined, list: { list: '' } };
		const list = { list: contactListId(parameters) };
		const contacts = wantedContacts(parameters);
		const [first] = contacts;
		parameters.check('The contact', () => checkRequest('destination', first?.fields ?? {}));
		return { wanted: { contacts, limits: parameters.options(syncLimits) }, list };
	},
	held: ({ wanted }) => (wanted ? undefined : { skipped: true, reason: 'This row is blank' }),
	entries: ({ wanted }) => (wanted ? [wanted] : []),
	settings: ({ list }) => list,
	body: (_, { list }) => ({ cl: { id: list } }),
	plan({ tree }, wanted, { list }, { isComplete, leftOff }) {
		const listed = withLeftOff(readContacts(tree, list), leftOff);
		const contacts = wanted.flatMap((item) => item.contacts);
		checkValues(list, missingValues(listed, contacts));
		const { removed, ...others } = contactChanges(listed, contacts);
		const changes = { ...others, removed: isComplete ? removed : [] };
		const lost = fieldsToLose(listed, changes);
		if (lost.length > 0) {
			throw new InputError(
				`Contact list ${list} has fields that cannot be written back (${lost.join(', ')}), and changing a contact would lose them; remove 'Contact Fields' to only add and remove contacts`,
			);
		}
		const limits = wanted.map((item) => item.limits);
		const figures = {
			list,
			contacts: listed.length,
			removed: changes.removed.length,
			changed: changes.changed.length,
			limits: {
				removed: [...new Set(limits.map((own) => own.removed))],
				changed: [...new Set(limits.map((own) => own.changed))],
			},
		};
		checkList(figures);
		return syncPlan(figures, changes, isComplete ? undefined : NOBODY_REMOVED);
	},
	checkPlans: (plans) => checkRun(plans.map(({ figures }) => figures)),
};

/** Refuses to clear fields whose expressions find nothing: a renamed column would clear them for everybody. */
function checkValues(list: string, { fields, contacts }: ReturnType<typeof missingValues>): void {
	if (contacts === 0) return;
	const names = fields.map((name) => `'Dynamic Field ${name.slice(2)}'`).join(', ');
	throw new InputError(
		`${names} of contact list ${list}: the expression finds nothing for ${contacts} contacts that have a value; check that the column still has this name. To clear the field where there is nothing, write {{ $json.name ?? '' }}`,
	);
}

const syncLimits = optionGroup(
	{ mostRemovals: changeLimit, mostChanges: changeLimit },
	({ mostRemovals, mostChanges }) => ({
		removed: mostRemovals ?? changeLimit(DEFAULT_REMOVALS),
		changed: mostChanges ?? changeLimit(DEFAULT_CHANGES),
	}),
);

/** A field that n8n adds to each row of a sheet, so it does not count as content. */
const OF_THE_SHEET = 'row_number';

/** Whether an item is a blank row of a sheet. A single blank item is a mistake, since it is all the input. */
function isBlank(parameters: Parameters): boolean {
	const { item, itemCount } = parameters;
	const isEmpty = (value: unknown) => String(value ?? '').trim() === '';
	return (
		itemCount > 1 &&
		isEmpty(parameters.get('phones')) &&
		Object.entries(item).every(([name, value]) => name === OF_THE_SHEET || isEmpty(value))
	);
}

const NOBODY_REMOVED =
	'Nobody was removed, because some input items are invalid: they may be about contacts of the list.';
