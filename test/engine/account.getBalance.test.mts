import { parametersFor } from './harness/parametersFor.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const get = parametersFor('account', 'getBalance');

describe('Account Get Balance', () => {
	test('gives the balance of SMS as numbers', async () => {
		const { items, error } = await fixture.run(get());
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					balance: 100_000,
					internationalBalance: 500,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('gives the balance of mail', async () => {
		const { items } = await fixture.run(get({ balanceOf: 'mail' }));
		expect(items[0]?.json).toMatchObject({
			balance: 1000,
		});
	});

	test('gives the balance of a sub-account', async () => {
		const { items } = await fixture.run(get({}, { onBehalfOf: 'demo-sub' }), {
			account: fixture.sandbox.reseller,
		});
		expect(items[0]?.json.balance).toBe(500);
	});
});

test.each([
	[{}, { user: { username: 'demo' } }],
	[{ balanceOf: 'sms' }, { user: { username: 'demo' } }],
	[{ balanceOf: 'mail' }, { user: { username: 'demo' }, type: 'mail' }],
])('asks for the balance by %j with %j', async (values, balance) => {
	await fixture.run(get(values));
	expect(onlySentElement(fixture, 'balance')).toEqual(balance);
});

test.each([
	['numbers', '{"status":0,"balance":12.5,"international_balance":0}', 12.5, 0],
	['the misspelling in JSON', '{"status":0,"balance":"7","interantional_balance":"3"}', 7, 3],
	[
		'a wrapped reply, whose field has the name of the wrapper',
		'{"balance":{"status":0,"balance":"7"}}',
		7,
		undefined,
	],
	['less than nothing', '{"status":0,"balance":"-4","international_balance":"-0.50"}', -4, -0.5],
	['no number', '{"status":0,"balance":"unlimited"}', 'unlimited', undefined],
	['blanks', '<balance><status>0</status><balance> </balance></balance>', undefined, undefined],
])('reads a balance: %s', async (_, reply, balance, internationalBalance) => {
	const { items } = await fixture.runWithReply(reply, get());
	expect(items[0]?.json).toEqual({ balance, internationalBalance });
});
