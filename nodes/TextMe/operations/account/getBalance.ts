import { numberOf } from '../../../output/replies';
import { call } from '../../operation';
import { choiceField } from '../../parameters/option';

const balanceOf = choiceField({
	displayName: 'Balance Of',
	name: 'balanceOf',
	options: [
		{ name: 'Mail', value: 'mail' },
		{ name: 'SMS', value: 'sms' },
	],
	default: 'sms',
	description: 'Which balance of the account to read',
});

/** Credit left in the account (specification, balance). */
export const getBalance = call({
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get balance',
	description: 'Read how much credit the account has left',
	tool: {
		use: 'Find out how much credit is left for messages.',
		returns: 'balance, the credit left, and internationalBalance, in shekels.',
	},
	root: 'balance',
	effect: 'read',
	fields: [balanceOf],
	read: (parameters) => ({
		type: parameters.field(balanceOf) === 'mail' ? 'mail' : undefined,
	}),
	replyFields: ['balance', 'international_balance'],
	outputs: (reply) => [
		{
			balance: numberOf(reply.tree.balance),
			internationalBalance: numberOf(reply.tree.international_balance),
		},
	],
});
