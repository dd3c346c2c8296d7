import { expectBadInput } from './harness/expectBadInput.mts';
import { expectRefusal, REFUSED } from './harness/refusedAccounts.mts';
import { asReseller, create, getBalances, topUp } from './harness/subAccounts.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { run, userDetails, reseller } = asReseller(fixture);

describe('Sub-Account Top Up', () => {
	test.each([
		['credits', { credits: 540, money: 500 }, { credits: 99_960, money: 500 }],
		['money', { credits: 500, money: 540 }, { credits: 100_000, money: 460 }],
	])('tops up with %s', async (topUpWith, sub, own) => {
		const before = fixture.sandbox.accountView('demo-sub');
		const { items, error } = await run(topUp({ topUpWith }));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					toppedUp: true,
					username: 'demo-sub',
					credits: topUpWith === 'credits' ? 40 : undefined,
					money: topUpWith === 'money' ? 40 : undefined,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(before).toMatchObject({ credits: 500, money: 500 });
		expect(fixture.sandbox.accountView('demo-sub')).toMatchObject(sub);
		expect(reseller()).toMatchObject(own);
	});

	test.each([
		[503, { username: 'demo-other' }, /not one of your sub-accounts/],
		[990, { amount: 100_001 }, /more than the credit you hold/],
		[991, { username: 'x #status:991' }, /characters other than digits/],
	] as const)('explains the status %i of a top-up', async (status, values, message) => {
		const { error } = await run(topUp(values));
		expect(error?.message).toMatch(message);
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
		expect(reseller()).toMatchObject({ credits: 100_000, money: 500 });
	});

	test('explains status 511 of a top-up to who is no reseller', async () => {
		const { error } = await run(topUp(), { account: fixture.sandbox.account });
		expect(error?.message).toMatch(/not entitled to this operation \(status 511\)/);
		expect(error?.description).toContain('for resellers only');
	});
});

test.each([
	[topUp({ username: '={{ "" }}' }), "'Username' is empty"],
	[topUp({ amount: 0 }), '\'Amount\' is "0"; use a whole number of at least 1'],
	[topUp({ amount: -5 }), '\'Amount\' is "-5"'],
	[topUp({ amount: 0.5 }), '\'Amount\' is "0.5"'],
	[topUp({ amount: '={{ "ten" }}' }), '\'Amount\' is "ten"'],
])('names bad input of a top-up before it asks: %j', async (parameters, message) => {
	const { error } = await run(parameters);
	expectBadInput(fixture, error, message);
});

test.each([
	['credits', { username: 'demo-sub', amount: '40' }],
	['money', { username: 'demo-sub', amount_int: '40' }],
])('says nothing of the other balance in a top-up with %s', async (topUpWith, body) => {
	await run(topUp({ topUpWith }));
	expect(userDetails('updateAmountSub')).toEqual(body);
});

test('one bad item does not take the other top-ups down', async () => {
	const { items } = await run(topUp({ amount: '={{ $json.amount }}' }), {
		items: [{ amount: 1 }, { amount: 'x' }, { amount: 2 }],
		onError: 'continueRegularOutput',
	});
	expect(
		items.map(({ json, pairedItem }) => [pairedItem, json.credits ?? json.error]),
	).toStrictEqual([
		[{ item: 0 }, 1],
		[{ item: 1 }, expect.stringContaining('\'Amount\' is "x"')],
		[{ item: 2 }, 2],
	]);
	expect(fixture.sandbox.accountView('demo-sub').credits).toBe(503);
});

describe('Sub-Account Get Balances', () => {
	test('one item for each sub-account, with the names of the gateway', async () => {
		const { items, error } = await run(getBalances());
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { username: 'demo-sub', amount: '500', money_amount: '500.00' },
				pairedItem: { item: 0 },
			},
			{
				json: { username: 'demo-sub-new', amount: '0', money_amount: '0.00' },
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each([
		...REFUSED,
		[511, ({ account }: { account: { username: string; token: string } }) => account] as const,
	])('explains the status %i of the balances', async (status, account) => {
		const { error } = await run(getBalances(), { account: account(fixture.sandbox) });
		expectRefusal(error, status);
	});
});

test('gives out a reply in an unforeseen form as it is', async () => {
	const { items } = await fixture.runWithReply(
		'{"status":0,"message":"","demo-sub":"500","demo-sub-new":"0"}',
		getBalances(),
	);
	expect(items.map(({ json }) => json)).toStrictEqual([{ 'demo-sub': '500', 'demo-sub-new': '0' }]);
});

test.each([create, topUp])(
	'options left over from another operation count for nothing',
	async (of) => {
		const { error } = await run(of({}, { onBehalfOf: 'demo-sub', externalIds: 'a' }));
		expect(error).toBeUndefined();
		expect(fixture.sandbox.requests().map(({ username }) => username)).toEqual(['demo-reseller']);
	},
);

test('nothing is read in the name of a sub-account', async () => {
	const { items } = await run(getBalances({}, { onBehalfOf: 'demo-sub' }));
	expect(items).toHaveLength(2);
	expect(fixture.sandbox.requests()).toMatchObject([{ username: 'demo-reseller' }]);
});
