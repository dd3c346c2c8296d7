import { resultLimit, returnAllFields } from '../../fields/returnAll';
import type { ItemOperation } from '../../operation';
import { recordsOf } from '../../recordsOf';

/**
 * All lists of the account (gateway-api, section 6). What the reply looks like is not documented anywhere: the records are
 * the first ones found in it, with the names they come with.
 */
export const getMany: ItemOperation = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many contact lists',
	description: 'Read the contact lists of the account',
	tool: {
		use: 'Find out which contact lists there are.',
		returns: 'the lists with their IDs.',
	},
	root: 'getCL',
	effect: 'read',
	fields: returnAllFields,
	body(parameters) {
		// It is only needed for the output; checked here, before anything is asked.
		resultLimit(parameters);
		return {};
	},
	output: (reply, _, parameters) => recordsOf(reply).slice(0, resultLimit(parameters)),
};
