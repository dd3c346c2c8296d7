import { normalizeIsraeliPhone } from '../../../../gateway/phones/phone';
import { checkSender } from '../../../../gateway/phones/sender';
import { InputError, plainText, requiredText } from '../../../../gateway/values/checks';
import { recordsOf } from '../../../output/replies';
import { call } from '../../operation';
import { choiceField, numberField, requiredField, textField } from '../../parameters/option';

const username = requiredField({
	displayName: 'Username',
	name: 'username',
	placeholder: 'e.g. branch-haifa',
	description: 'Username of the sub-account',
	read: requiredText,
});

const displayedName = requiredField({
	displayName: 'Name',
	name: 'name',
	placeholder: 'e.g. Haifa branch',
	description: 'How the sub-account is shown in the web console',
	read: requiredText,
});

const password = requiredField({
	displayName: 'Password',
	name: 'password',
	typeOptions: { password: true },
	description: 'What the sub-account logs in with. The node never returns it.',
	read: checkPassword,
});

const defaultSender = requiredField({
	displayName: 'Default Sender',
	name: 'source',
	placeholder: 'e.g. MyShop',
	description: 'Who messages of the sub-account come from: up to 11 digits and English letters',
	read: checkSender,
});

const credits = numberField({
	displayName: 'Credits',
	name: 'credits',
	min: 0,
	required: true,
	default: 0,
	description: 'How many message credits it starts with. They come from your own balance.',
});

const otpPhone = textField({
	displayName: 'OTP Phone',
	name: 'otpPhone',
	placeholder: 'e.g. 050-123-4567',
	description: 'Where the service sends one-time codes for logging in',
	read: normalizeIsraeliPhone,
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
	fields: [
		displayedName,
		{ ...username, description: 'What the sub-account logs in with. It must not be taken.' },
		password,
		defaultSender,
		credits,
	],
	options: [otpPhone],
	read: (parameters) => ({
		userDetails: {
			name: parameters.field(displayedName),
			username: parameters.field(username),
			password: parameters.field(password),
			source: parameters.field(defaultSender),
			amount: parameters.field(credits),
			otpPhone: parameters.option(otpPhone),
		},
	}),
	secrets: ({ userDetails }) => [userDetails.password],
	outputs: (_, [{ userDetails: own }]) => [
		{
			created: true,
			username: own.username,
			name: own.name,
			sender: own.source,
			credits: own.amount,
			otpPhone: own.otpPhone,
		},
	],
});

const MONEY = 'money';
const CREDITS = 'credits';

const topUpWith = choiceField({
	displayName: 'Top Up With',
	name: 'topUpWith',
	options: [
		{ name: 'Message Credits', value: CREDITS },
		{ name: 'Money', value: MONEY },
	],
	default: CREDITS,
	description: 'Which balance of the sub-account to top up. The amount comes from yours.',
});

const amount = numberField({
	displayName: 'Amount',
	name: 'amount',
	min: 1,
	required: true,
	default: 1,
	description:
		'How many message credits, or how much money. The service does not document the unit: try a small amount first.',
});

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
	fields: [username, topUpWith, amount],
	read(parameters) {
		const given = parameters.field(amount);
		const isMoney = parameters.field(topUpWith) === MONEY;
		return {
			userDetails: {
				username: parameters.field(username),
				amount: isMoney ? undefined : given,
				amount_int: isMoney ? given : undefined,
			},
		};
	},
	outputs: (_, [{ userDetails: own }]) => [
		{ toppedUp: true, username: own.username, credits: own.amount, money: own.amount_int },
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
