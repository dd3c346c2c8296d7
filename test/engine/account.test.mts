import { testCalls } from './harness/callRows.mts';
import { parametersFor } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const get = parametersFor('account', 'getBalance');

test('reads no further after a refusal, unless the run goes on', async () => {
	const items = [{}, {}, {}, {}, {}];
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 403, times: 0 });
	await fixture.run(get(), { items });
	expect(fixture.sandbox.requests()).toHaveLength(2);
	await fixture.goOn(get(), items);
	expect(fixture.sandbox.requests()).toHaveLength(7);
});

testCalls(fixture, {
	'the balance of SMS, as numbers': {
		call: get({ balanceOf: 'sms' }),
		sent: { balance: {} },
		answer: { balance: '100000', international_balance: '500.50' },
		gives: [{ balance: 100_000, internationalBalance: 500.5 }],
	},
	'the balance of mail': {
		call: get({ balanceOf: 'mail' }),
		sent: { balance: { type: 'mail' } },
		answer: { balance: '-4' },
		gives: [{ balance: -4 }],
	},
	'the balance of a sub-account': {
		call: get({}, { onBehalfOf: 'demo-sub' }),
		sent: { balance: { user: { username: 'demo-sub' } } },
		answer: { balance: ' ' },
		gives: [{ balance: undefined }],
	},
	'a balance that is no number': {
		call: get(),
		answer: { balance: 'unlimited' },
		gives: [{ balance: 'unlimited' }],
		isOdd: true,
	},
});
