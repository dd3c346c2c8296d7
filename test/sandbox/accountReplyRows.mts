// The replies about senders, balances, sub-accounts and tokens.
import { SEEDED } from '../../sandbox/seed.mts';
import { records, same, text, type ReplyRow } from './replyRow.mts';

const { reseller } = SEEDED;

export const ACCOUNT_REPLIES: readonly ReplyRow[] = [
	{
		root: 'verify_phone',
		fields: { phone: ['0521234567', '36543210'] },
		...same({
			verify_message:
				'0521234567: follow the link sent to it by SMS; 36543210: call 035555555 from it',
		}),
	},
	{
		root: 'getVerifiedPhones',
		...records(
			'verified_phones',
			'verified_phone',
			['TextMe', '0559000100'].map((phone) => ({
				phone,
				username: 'demo',
				assigned_date: '15/01/26 10:00',
				updated_date: '15/01/26 10:00',
			})),
		),
	},
	{
		root: 'balance',
		json: {
			message: 'Your balance is 100000 SMS, and 500.00 ILS for international messages',
			balance: '100000',
			international_balance: '500.00',
		},
		xml: {
			message: 'Your balance is 100000 SMS, and 500.00 ILS for international messages',
			balance: '100000',
			interantional_balance: '500.00',
		},
	},
	{
		root: 'addSub',
		by: reseller,
		fields: {
			userDetails: {
				name: 'New customer',
				username: 'customer',
				password: 'long enough',
				source: 'Shop',
				amount: '70000',
			},
		},
		...text('The user was created successfully'),
	},
	{
		root: 'updateAmountSub',
		by: reseller,
		fields: { userDetails: { username: 'demo-sub', amount: 100 } },
		...text('Wallet successfully updated'),
	},
	{
		root: 'getBlanceSubs',
		by: reseller,
		...records('balances', 'balance', [
			{ username: 'demo-sub', amount: '500', money_amount: '500.00' },
			{ username: 'demo-sub-new', amount: '0', money_amount: '0.00' },
		]),
	},
	{
		root: 'getApiToken',
		fields: { username: 'demo', action: 'current' },
		...same({ message: 'sandbox-token-demo', expiration_date: '14/01/2028 10:00:00' }),
	},
];
