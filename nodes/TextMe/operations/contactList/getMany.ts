import { upToLimit } from '../../options/windows';

/**
 * All lists of the account (gateway-api, section 6). The form of the reply is undocumented: the first records found in it are
 * returned, with the field names of the reply.
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
	read: () => ({}),
});
