// The refusals of everything except sends and records.
import { SEEDED } from '../../sandbox/seed.mts';
import { PHONE, type Fields } from './call.mts';
import { answersOf, lacking, reseller, unknownToken, type StatusRow } from './statusRow.mts';

const addSub = (status: number, when: string, more: Fields, row: Partial<StatusRow> = {}) => {
	const names = { name: 'New customer', username: 'customer', password: 'long enough' };
	const userDetails = { ...names, source: 'Shop', amount: '1', ...more };
	return answersOf('addSub', { by: reseller })(status, when, { userDetails }, row);
};
const topUp = (status: number, when: string, more: Fields, row: Partial<StatusRow> = {}) =>
	answersOf('updateAmountSub', { by: reseller })(
		status,
		when,
		{ userDetails: { username: 'demo-sub', ...more } },
		row,
	);
const token = answersOf('getApiToken');
const balance = answersOf('balance');
const verify = answersOf('verify_phone');

export const ACCOUNT_ROWS: readonly StatusRow[] = [
	balance(2, 'no user', {}, { user: '', names: 'user.username' }),
	lacking('username', 'getApiToken', { action: 'new' }),
	lacking('action', 'getApiToken', { username: 'demo' }),
	addSub(2, 'no password', { password: undefined }, { names: 'userDetails.password' }),
	balance(3, 'the token is unknown', {}, { by: unknownToken }),
	verify(9, 'a number is too long', { phone: [PHONE, '05012345678'] }),
	addSub(9, 'the otpPhone is too short', { otpPhone: '050' }),
	balance(10, 'the token has expired', {}, { by: SEEDED.expired }),
	balance(11, 'the token is of another user', {}, { by: SEEDED.otherUser, user: 'demo' }),
	token(502, 'the action is another', { username: 'demo', action: 'delete' }),
	token(502, 'the action is a property of objects', { username: 'demo', action: 'constructor' }),
	token(503, 'a token is asked for a stranger', { username: 'demo-other', action: 'current' }),
	balance(503, 'a reseller acts for a stranger', {}, { by: reseller, user: 'demo' }),
	topUp(503, 'a stranger is topped up', { username: 'demo', amount: 1 }),
	token(
		504,
		'no token was made yet',
		{ username: 'demo-sub-new', action: 'current' },
		{ by: reseller },
	),
	verify(510, 'no phone is given'),
	answersOf('getBlanceSubs')(511, 'the account is no reseller'),
	token(
		511,
		'the account may not manage tokens',
		{ username: SEEDED.noTokenRights.username, action: 'current' },
		{ by: SEEDED.noTokenRights },
	),
	answersOf('newCL', { by: SEEDED.restricted })(511, 'the account is restricted'),
	addSub(990, 'more is given than held', { amount: 100_001 }),
	topUp(990, 'more money is given than held', { amount_int: 501 }),
	...['1e3', '-5', '1.5', ''].map((amount) => addSub(991, `the amount is "${amount}"`, { amount })),
	addSub(992, 'the source is too long', { source: 'x'.repeat(12) }),
	addSub(993, 'the password is too short', { password: 'short' }),
	addSub(994, 'the username exists', { username: 'demo-other' }),
	addSub(995, 'the username is too short', { username: 'ab' }),
	addSub(996, 'the name is too long', { name: 'x'.repeat(51) }),
	{ status: 997, when: 'the root is unknown', root: 'sendEverything' },
	topUp(998, 'both amounts are given', { amount: 1, amount_int: 1 }),
];
