import type { ItemOperation } from '../../operation';
import { recordsOf } from '../../../shared/replies';

/** The balance of every sub-account (specification, getBlanceSubs, which is spelled exactly so). */
export const getBalances: ItemOperation = {
	name: 'Get Balances',
	value: 'getBalances',
	action: 'Get balances of sub-accounts',
	description: 'For resellers: read how much every sub-account has left',
	tool: {
		use: 'Find out how much credit each sub-account has left.',
		returns: 'the sub-accounts with their balances.',
		untrusted: 'all',
	},
	root: 'getBlanceSubs',
	effect: 'read',
	ownAccountOnly: true,
	fields: [],
	read: () => ({}),
	// The field names of these records are undocumented, so they stay as they come.
	replyFields: 'all',
	output: (reply) => recordsOf(reply),
};
