import { testCalls } from './harness/callRows.mts';
import { parametersFor } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const PASSWORD = 'Pa<b>"w&amp;rd\'7 ';
const create = parametersFor('subAccount', 'create', {
	...{ name: 'Haifa branch', username: 'branch-haifa', password: PASSWORD, source: 'MyShop' },
	credits: 100,
});
const topUp = parametersFor('subAccount', 'topUp', { username: 'demo-sub', amount: 40 });
const getBalances = parametersFor('subAccount', 'getBalances');

const details = {
	...{ name: 'Haifa branch', username: 'branch-haifa', password: PASSWORD, source: 'MyShop' },
	amount: '100',
};
const created = {
	...{ created: true, username: 'branch-haifa', name: 'Haifa branch', sender: 'MyShop' },
	credits: 100,
};
const balances = [
	{ username: 'demo-sub', amount: '500', money_amount: '500.00' },
	{ username: 'demo-sub-new', amount: '0', money_amount: '0.00' },
];

testCalls(fixture, {
	'Create opens the account; the password arrives as it is, and does not come out': {
		call: create({}, { otpPhone: '+972 50 111 2222' }),
		sent: { addSub: { userDetails: { ...details, otpPhone: '0501112222' } } },
		gives: [{ ...created, otpPhone: '0501112222' }],
	},
	// Options left over from another operation.
	'Create gives no credits and no OTP phone, in the own name': {
		call: create({ credits: 0 }, { onBehalfOf: 'demo-sub', externalIds: 'a' }),
		sent: { addSub: { userDetails: { ...details, amount: '0' } } },
		gives: [{ ...created, credits: 0 }],
	},
	'Create without Simplify masks the password that is echoed': {
		call: create({}, { simplify: false }),
		answer: { message: `login ${PASSWORD}!` },
		gives: [{ status: 0, message: 'login ***!' }],
	},
	'Top Up with credits': {
		call: topUp({ topUpWith: 'credits' }, { onBehalfOf: 'demo-sub' }),
		sent: { updateAmountSub: { userDetails: { username: 'demo-sub', amount: '40' } } },
		gives: [{ toppedUp: true, username: 'demo-sub', credits: 40 }],
	},
	'Top Up with money': {
		call: topUp({ topUpWith: 'money' }),
		sent: { updateAmountSub: { userDetails: { username: 'demo-sub', amount_int: '40' } } },
		gives: [{ toppedUp: true, username: 'demo-sub', money: 40 }],
	},
	'Get Balances gives one item for each sub-account, in the name of the reseller': {
		call: getBalances({}, { onBehalfOf: 'demo-sub' }),
		sent: { getBlanceSubs: {} },
		answer: { balances },
		gives: balances,
	},
});
