import { upToLimit } from '../../options/windowFields';

/**
 * Texts that the service sends on contacts' birthdays (specification, Birthday campaigns; gateway-api, section 5). The output
 * keeps the service's field names.
 */
export const getMany = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many birthday campaigns',
	description: 'List the birthday campaigns of the account',
	tool: {
		use: 'List the texts that the account sends people on their birthday.',
		returns: 'the campaigns with their IDs.',
	},
	root: 'get_birthday_campaigns',
	effect: 'read',
	fields: [],
	read: () => ({}),
});
