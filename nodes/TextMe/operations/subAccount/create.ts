import type { INodeProperties } from 'n8n-workflow';

import {
	checkWholeNumber,
	InputError,
	plainText,
	requiredText,
} from '../../../../gateway/values/checks';
import { checkSender } from '../../../../gateway/phones/sender';
import { normalizeIsraeliPhone } from '../../../../gateway/phones/phone';
import { option } from '../../parameters/option';
import { call } from '../../operation';

const fields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Haifa branch',
		description: 'How the sub-account is shown in the web console',
	},
	{
		displayName: 'Username',
		name: 'username',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. branch-haifa',
		description: 'What the sub-account logs in with. It must not be taken.',
	},
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

type CreateBody = {
	userDetails: Record<'name' | 'username' | 'password' | 'source' | 'amount', string> & {
		otpPhone: string | undefined;
	};
};

/** Creates a sub-account of a reseller (specification, addSub). */
export const create = call<CreateBody>({
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
	fields,
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

/** Keeps spaces at both ends: they are part of the password. */
function checkPassword(value: unknown): string {
	const password = plainText(value);
	if (password === '') throw new InputError('is empty; fill it in');
	return password;
}
