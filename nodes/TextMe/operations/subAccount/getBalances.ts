import { call } from '../../operation';
import { recordsOf } from '../../../output/replies';

/** Every sub-account's balance (specification, getBlanceSubs: the gateway's spelling). */
export const getBalances = call({
	name: 'Get Balances',
	value: 'getBalances',
	action: 'Get balances of sub-accounts',
	description: 'For resellers: read how much every sub-account has left',
	tool: {
		use: 'Find out how much credit each sub-account has left.',
		returns: 'the sub-accounts with their balances.',
	},
	root: 'getBlanceSubs',
	effect: 'read',
	ownAccountOnly: true,
	fields: [],
	read: () => ({}),
	// The records' field names are undocumented, so they stay as they are.
	replyFields: 'all',
	outputs: (reply) => [recordsOf(reply)],
});
