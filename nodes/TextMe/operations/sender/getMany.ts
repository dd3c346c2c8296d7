import type { IDataObject } from 'n8n-workflow';

import { checkSwitch } from '../../../../gateway/values/checks';
import { readDate } from '../../../../gateway/values/dates';
import type { ReplyTree, ReplyValue } from '../../../../gateway/values/tree';
import { option, unlessEmpty } from '../../parameters/option';
import { upToLimit } from '../../options/windowFields';

const includeSubAccounts = option({
	displayName: 'Include Sub-Accounts',
	name: 'includeSubAccounts',
	type: 'boolean',
	default: true,
	description: "Whether the senders of a reseller's sub-accounts are listed as well",
	read: unlessEmpty(checkSwitch),
});

/** The verified senders of the account (specification, getVerifiedPhones). */
export const getMany = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many senders',
	description: 'List the numbers that are verified as senders',
	tool: {
		use: 'Find out which names and numbers messages can be sent from.',
		returns: 'the verified senders.',
	},
	root: 'getVerifiedPhones',
	effect: 'read',
	fields: [],
	options: [includeSubAccounts],
	// The gateway knows only the value 1; to exclude sub-accounts, leave the field out.
	read: (parameters) => ({
		is_subs: parameters.option(includeSubAccounts) ? '1' : undefined,
	}),
	shape: withReadDates,
});

/** The date fields' names are undocumented, so we try to read every text with a colon as a date. */
function withReadDates(record: ReplyTree): IDataObject {
	const read = ([name, value]: [string, ReplyValue]) => [
		name,
		typeof value === 'string' && value.includes(':') ? readDate(value) : value,
	];
	return Object.fromEntries(Object.entries(record).map(read)) as IDataObject;
}
