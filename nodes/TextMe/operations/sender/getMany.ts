import type { INodeProperties } from 'n8n-workflow';

import { checkSwitch } from '../../../../gateway/checks';
import { unlessEmpty } from '../../options/optionGroup';
import { upToLimit } from '../../options/windows';

const includeSubAccounts: INodeProperties = {
	displayName: 'Include Sub-Accounts',
	name: 'includeSubAccounts',
	type: 'boolean',
	default: true,
	description: "Whether the senders of a reseller's sub-accounts are listed as well",
};

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
	// The gateway knows only the value 1; without sub-accounts the field is left out.
	read: (parameters) => ({
		is_subs: parameters.option('includeSubAccounts', unlessEmpty(checkSwitch)) ? '1' : undefined,
	}),
});
