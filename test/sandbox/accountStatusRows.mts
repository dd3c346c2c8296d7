// What everything else is refused for.
import { SEEDED } from '../../sandbox/seed.mts';
import { PHONE, type Fields } from './call.mts';
import { reseller, unknownToken, type StatusRow } from './statusRow.mts';

const addSub = (status: number, when: string, more: Fields): StatusRow => ({
	status,
	when,
	root: 'addSub',
	by: reseller,
	fields: {
		userDetails: {
			name: 'New customer',
			username: 'customer',
			password: 'long enough',
			source: 'Shop',
			amount: '1',
			...more,
		},
	},
});

const topUp = (status: number, when: string, more: Fields): StatusRow => ({
	status,
	when,
	root: 'updateAmountSub',
	by: reseller,
	fields: { userDetails: { username: 'demo-sub', ...more } },
});

export const ACCOUNT_ROWS: readonly StatusRow[] = [
	{ status: 2, when: 'no user', root: 'balance', user: '', names: 'user.username' },
	{
		status: 2,
		when: 'no username',
		root: 'getApiToken',
		fields: { action: 'new' },
		names: 'username',
	},
	{
		status: 2,
		when: 'no action',
		root: 'getApiToken',
		fields: { username: 'demo' },
		names: 'action',
	},
	{ ...addSub(2, 'no password', { password: undefined }), names: 'userDetails.password' },
	{ ...topUp(2, 'no amount', {}), names: 'userDetails.amount' },
	{ status: 3, when: 'the token is unknown', root: 'balance', by: unknownToken },
	{
		status: 9,
		when: 'a number is too long',
		root: 'verify_phone',
		fields: { phone: [PHONE, '05012345678'] },
	},
	addSub(9, 'the otpPhone is too short', { otpPhone: '050' }),
	{ status: 10, when: 'the token has expired', root: 'balance', by: SEEDED.expired },
	{
		status: 11,
		when: 'the token is of another user',
		root: 'balance',
		by: SEEDED.otherUser,
		user: 'demo',
	},
	{
		status: 502,
		when: 'the action is another',
		root: 'getApiToken',
		fields: { username: 'demo', action: 'delete' },
	},
	{
		status: 502,
		when: 'the action is a property of objects',
		root: 'getApiToken',
		fields: { username: 'demo', action: 'constructor' },
	},
	{
		status: 503,
		when: 'a token is asked for a stranger',
		root: 'getApiToken',
		fields: { username: 'demo-other', action: 'current' },
	},
	{
		status: 503,
		when: 'a reseller acts for a stranger',
		root: 'balance',
		by: reseller,
		user: 'demo',
	},
	{
		status: 503,
		when: 'a reseller acts for nobody',
		root: 'balance',
		by: reseller,
		user: 'no-such-account',
	},
	topUp(503, 'a stranger is topped up', { username: 'demo', amount: 1 }),
	{
		status: 504,
		when: 'no token was made yet',
		root: 'getApiToken',
		by: reseller,
		fields: { username: 'demo-sub-new', action: 'current' },
	},
	{ status: 510, when: 'no phone is given', root: 'verify_phone' },
	...['addSub', 'updateAmountSub', 'getBlanceSubs'].map((root) => ({
		status: 511,
		when: 'the account is no reseller',
		root,
	})),
	{
		status: 511,
		when: 'the account may not manage tokens',
		root: 'getApiToken',
		by: SEEDED.noTokenRights,
		fields: { username: SEEDED.noTokenRights.username, action: 'current' },
	},
	...['newCL', 'blacklist', 'dlr', 'verify_phone', 'send_otp'].map((root) => ({
		status: 511,
		when: 'the account is restricted',
		root,
		by: SEEDED.restricted,
	})),
	addSub(990, 'more is given than held', { amount: 100_001 }),
	topUp(990, 'more is given than held', { amount: 100_001 }),
	topUp(990, 'more money is given than held', { amount_int: 501 }),
	...['1e3', '-5', '1.5', ''].map((amount) => addSub(991, `the amount is "${amount}"`, { amount })),
	...['a', 'x'.repeat(12)].map((source) =>
		addSub(992, `the source has ${source.length}`, { source }),
	),
	...['short', 'x'.repeat(31)].map((password) =>
		addSub(993, `the password has ${password.length}`, { password }),
	),
	addSub(994, 'the username exists', { username: 'demo-other' }),
	...['ab', 'x'.repeat(31)].map((username) =>
		addSub(995, `the username has ${username.length}`, { username }),
	),
	...['a', 'x'.repeat(51)].map((name) => addSub(996, `the name has ${name.length}`, { name })),
	{ status: 997, when: 'the root is unknown', root: 'sendEverything' },
	topUp(998, 'both amounts are given', { amount: 1, amount_int: 1 }),
];
