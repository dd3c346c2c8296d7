import { upToLimit } from '../../fields/returnAll';

/**
 * All lists of the account (gateway-api, section 6). What the reply looks like is not documented anywhere: the records are
 * the first ones found in it, with the names they come with.
 */
export const getMany = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many contact lists',
	description: 'Read the contact lists of the account',
	tool: {
		use: 'Find out which contact lists there are.',
		returns: 'the lists with their IDs.',
		untrusted: 'all',
	},
	root: 'getCL',
	effect: 'read',
	fields: [],
	body: () => ({}),
});
