import { upToLimit } from '../../options/windowFields';

/**
 * All lists of the account (gateway-api, section 6). The reply is undocumented: we return the first list of records in it, with
 * the service's field names.
 */
export const getMany = upToLimit({
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
	fields: [],
	read: () => ({}),
});
