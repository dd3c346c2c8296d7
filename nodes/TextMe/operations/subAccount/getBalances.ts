import type { CallOperation } from '../../operation';
import { recordsOf } from '../../../output/replies';

/** The balance of every sub-account (specification, getBlanceSubs: the spelling is the gateway's). */
export const getBalances: CallOperation = {
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
	// The field names of these records are undocumented, so they stay as they are.
	replyFields: 'all',
	outputs: (reply) => [recordsOf(reply)],
};
