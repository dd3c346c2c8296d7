import type { INodeProperties } from 'n8n-workflow';

import { checkChoice, checkWholeNumber, requiredText } from '../../../../gateway/values/checks';
import { call } from '../../operation';

const MONEY = 'money';
const CREDITS = 'credits';

const fields: INodeProperties[] = [
	{
		displayName: 'Username',
		name: 'username',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. branch-haifa',
		description: 'Username of the sub-account',
	},
	{
		displayName: 'Top Up With',
		name: 'topUpWith',
		type: 'options',
		options: [
			{ name: 'Message Credits', value: CREDITS },
			{ name: 'Money', value: MONEY },
		],
		default: CREDITS,
		description: 'Which balance of the sub-account to top up. The amount comes from yours.',
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		typeOptions: { minValue: 1 },
		required: true,
		default: 1,
		description:
			'How many message credits, or how much money. The service does not document the unit: try a small amount first.',
	},
];

const readBalance = (balance: string) => checkChoice(balance, [CREDITS, MONEY]);

type TopUpBody = {
	userDetails: { username: string; amount: string | undefined; amount_int: string | undefined };
};

/** Adds credits or money to a sub-account, never both in one request (specification, updateAmountSub). */
export const topUp = call<TopUpBody>({
	name: 'Top Up',
	value: 'topUp',
	action: 'Top up sub-account',
	description: 'For resellers: add message credits or money to a sub-account',
	tool: {
		use: 'Add credit to a sub-account of this reseller.',
		costs: 'Takes the amount from the balance of the account. Do not repeat a call to check it.',
		returns: 'toppedUp.',
	},
	root: 'updateAmountSub',
	effect: 'write',
	ownAccountOnly: true,
	fields,
	read(parameters) {
		const amount = String(parameters.checked('amount', (value) => checkWholeNumber(value, 1)));
		const money = parameters.checked('topUpWith', readBalance) === MONEY;
		return {
			userDetails: {
				username: parameters.checked('username', requiredText),
				amount: money ? undefined : amount,
				amount_int: money ? amount : undefined,
			},
		};
	},
	outputs: (
		_,
		[
			{
				userDetails: { username, amount, amount_int: money },
			},
		],
	) => [
		{
			toppedUp: true,
			username,
			credits: amount === undefined ? undefined : Number(amount),
			money: money === undefined ? undefined : Number(money),
		},
	],
});
