import type { INodeProperties } from 'n8n-workflow';

import { normalizeIsraeliPhone } from '../../../../gateway/phones/phone';
import { checkSender } from '../../../../gateway/phones/sender';
import {
	checkChoice,
	checkWholeNumber,
	InputError,
	plainText,
	requiredText,
} from '../../../../gateway/values/checks';
import { recordsOf } from '../../../output/replies';
import { call } from '../../operation';
import { option } from '../../parameters/option';

const username: INodeProperties = {
	displayName: 'Username',
	name: 'username',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. branch-haifa',
	description: 'Username of the sub-account',
};

const accountFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Haifa branch',
		description: 'How the sub-account is shown in the web console',
	},
	{ ...username, description: 'What the sub-account logs in with. It must not be taken.' },
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description: 'What the sub-account logs in with. The node never returns it.',
	},
	{
		displayName: 'Default Sender',
		name: 'source',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. MyShop',
		description: 'Who messages of the sub-account come from: up to 11 digits and English letters',
	},
	{
		displayName: 'Credits',
		name: 'credits',
		type: 'number',
		typeOptions: { minValue: 0 },
		required: true,
		default: 0,
		description: 'How many message credits it starts with. They come from your own balance.',
	},
];

const otpPhone = option({
	displayName: 'OTP Phone',
	name: 'otpPhone',
	type: 'string',
	default: '',
	placeholder: 'e.g. 050-123-4567',
	description: 'Where the service sends one-time codes for logging in',
	read: (phone: string) => normalizeIsraeliPhone(phone),
});

/** Keeps spaces at both ends: they are part of the password. */
function checkPassword(value: unknown): string {
	const password = plainText(value);
	if (password === '') throw new InputError('is empty; fill it in');
	return password;
}

/** Creates a sub-account of a reseller (specification, addSub). */
export const createSubAccount = call({
	name: 'Create',
	value: 'create',
	action: 'Create sub-account',
	description: 'For resellers: open an account for a customer, with credits of your own',
	tool: {
		use: 'Open a sub-account for a customer of this reseller.',
		costs: 'Its opening credits are taken from the balance of the account.',
		returns: 'created.',
	},
	root: 'addSub',
	effect: 'write',
	ownAccountOnly: true,
	fields: accountFields,
	options: [otpPhone],
	read: (parameters) => ({
		userDetails: {
			name: parameters.checked('name', requiredText),
			username: parameters.checked('username', requiredText),
			password: parameters.checked('password', checkPassword),
			source: parameters.checked('source', checkSender),
			amount: String(parameters.checked('credits', (value) => checkWholeNumber(value, 0))),
			otpPhone: parameters.option(otpPhone),
		},
	}),
	secrets: ({ userDetails: { password } }) => [password],
	outputs(
		_,
		[
			{
				userDetails: { name, username, source, amount, otpPhone: phone },
			},
		],
	) {
		const credits = Number(amount);
		return [{ created: true, username, name, sender: source, credits, otpPhone: phone }];
	},
});

const MONEY = 'money';
const CREDITS = 'credits';

const fields: INodeProperties[] = [
	username,
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

/** Adds credits or money to a sub-account, never both in one request (specification, updateAmountSub). */
export const topUpSubAccount = call({
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

/** Every sub-account's balance (specification, getBlanceSubs: the gateway's spelling). */
export const getSubAccountBalances = call({
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
