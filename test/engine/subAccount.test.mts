import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { REFUSED } from './harness/refusedAccounts.mts';
import type { NodeResult } from './harness/runNode.mts';
import { ENCODINGS, useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const PASSWORD = 'Pa<ss>"w&rd\'7 ';

const create = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'subAccount',
	operation: 'create',
	name: 'Haifa branch',
	username: 'branch-haifa',
	password: PASSWORD,
	source: 'MyShop',
	credits: 100,
	...values,
	options,
});

const topUp = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'subAccount',
	operation: 'topUp',
	username: 'demo-sub',
	topUpWith: 'credits',
	amount: 40,
	...values,
	options,
});

const getBalances = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'subAccount',
	operation: 'getBalances',
	options,
});

/** Runs for the reseller, who alone may do these. */
const run = (parameters: INodeParameters, options: SandboxRun = {}) =>
	fixture.run(parameters, { account: fixture.sandbox.reseller, ...options });

/** `userDetails` of the only request made. */
const details = (): IDataObject => {
	const requests = fixture.sandbox.requests();
	expect(requests).toHaveLength(1);
	const body = JSON.parse(requests[0]?.body ?? '') as Record<string, { userDetails: IDataObject }>;
	return Object.values(body)[0]?.userDetails ?? {};
};

const reseller = () => fixture.sandbox.accountView('demo-reseller');

/** Everything a person or a workflow gets to see of a run. */
const visible = ({ items, errors, error, hints }: NodeResult) =>
	JSON.stringify([items, errors, hints, error?.message, error?.description, error?.context, error]);

describe.each(ENCODINGS)('Sub-Account Create in %s', (encoding) => {
	test('opens the account and takes its credits from the reseller', async () => {
		const result = await run(create({}, { otpPhone: '+972 50 111 2222' }), { encoding });
		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([
			{
				json: {
					created: true,
					username: 'branch-haifa',
					name: 'Haifa branch',
					source: 'MyShop',
					credits: 100,
					otpPhone: '0501112222',
					message: 'The user was created successfully',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(visible(result)).not.toContain('Pa<ss>');
		expect(fixture.sandbox.accountView('branch-haifa')).toMatchObject({
			name: 'Haifa branch',
			parent: 'demo-reseller',
			credits: 100,
		});
		expect(reseller().credits).toBe(99_900);
	});

	test.each([
		[990, { credits: 100_001 }, /amount is more than the credit/],
		[992, { source: 'A' }, /default sender of the sub-account is too long or too short/],
		[993, { password: 'short' }, /password is too long or too short/],
		[994, { username: 'demo-sub' }, /username is taken/],
		[995, { username: 'x' }, /username is too long or too short/],
		[996, { name: 'x' }, /name is too long or too short/],
		[991, { name: 'x #status:991' }, /amount has characters other than digits/],
		[2, { name: 'x #status:2' }, /required field is missing/],
	] as const)('status %i', async (status, values, message) => {
		const { error } = await run(create(values), { encoding });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
		expect(error?.description).toBeTruthy();
		expect(reseller().credits).toBe(100_000);
	});

	test.each(REFUSED)('status %i', async (status, account) => {
		const { error } = await run(create(), { encoding, account: account(fixture.sandbox) });
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
	});

	test('status 511 for an account that is no reseller', async () => {
		const { error } = await run(create(), { encoding, account: fixture.sandbox.account });
		expect(error?.message).toBe('The account cannot create sub-accounts (status 511) [item 0]');
		expect(error?.description).toContain('Only reseller accounts can.');
	});

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await run(create({}, { simplify: false }), { encoding });
		expect(items[0]?.json).toEqual({
			status: encoding === 'json' ? 0 : '0',
			message: 'The user was created successfully',
		});
	});

	test('Validate Only creates nothing and says so', async () => {
		const { items } = await run(create({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(reseller().credits).toBe(100_000);
		expect(() => fixture.sandbox.accountView('branch-haifa')).toThrow();
	});
});

describe('the password', () => {
	const echo = {
		json: (status: number) =>
			JSON.stringify({
				status,
				message: `login ${PASSWORD}!`,
				userDetails: { password: PASSWORD },
			}),
		xml: (status: number) =>
			`<addSub><status>${status}</status><message>login Pa&lt;ss&gt;&quot;w&amp;rd'7 !</message><password><![CDATA[${PASSWORD}]]></password></addSub>`,
	};

	describe.each(ENCODINGS)('in %s', (encoding) => {
		test.each([
			['a success', 0, {}],
			['a success without Simplify', 0, { simplify: false }],
			['a mere check', 0, { validateOnly: true }],
			['a refusal', 994, {}],
			['a status nobody knows', 4711, {}],
		])('does not come out of %s that echoes it', async (_, status, options) => {
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const result = await fixture.runWithReply(echo[encoding](status), create({}, options), {
					encoding,
					onError,
				});
				expect(visible(result)).toContain('login ***!');
				expect(visible(result)).not.toMatch(/Pa(<|&lt;)ss|rd'7/);
			}
		});

		test('does not come out of an answer that cannot be read', async () => {
			for (const answer of [
				`<html>${PASSWORD}</html>`,
				`{"password":${JSON.stringify(PASSWORD)}}`,
			]) {
				const result = await fixture.runWithReply(answer, create(), { encoding });
				expect(result.error?.message).toContain('not one of the gateway');
				expect(visible(result)).not.toContain('ss>');
			}
		});

		test('arrives as it is, outer spaces included', async () => {
			let body = '';
			const reply = (request: string) => {
				body = request;
				return plainReply(encoding, 0);
			};
			await fixture.runWithReply(reply, create(), { encoding });
			expect(body).toContain(
				encoding === 'json'
					? JSON.stringify(PASSWORD)
					: '<password>Pa&lt;ss&gt;&quot;w&amp;rd&apos;7 </password>',
			);
		});
	});

	test('does not come out when it holds what cannot be sent', async () => {
		const result = await run(create({ password: 'hidden\u0001' }));
		expect(result.error?.message).toContain('U+0001 in addSub.userDetails.password');
		expect(visible(result)).not.toContain('hidden');
	});
});

test.each([
	[create({ name: '={{ "" }}' }), "'Name' is empty"],
	[create({ username: '={{ " " }}' }), "'Username' is empty"],
	[create({ password: '={{ "" }}' }), "'Password' is empty"],
	[create({ password: '={{ {} }}' }), "'Password' is not plain text"],
	[create({ source: 'TwelveLetter' }), "'Default Sender' has 12 characters"],
	[create({ source: '={{ "" }}' }), "'Default Sender' is empty"],
	[create({ credits: -1 }), '\'Credits\' is "-1"'],
	[create({ credits: 1.5 }), '\'Credits\' is "1.5"'],
	[create({ credits: '={{ "1,000" }}' }), '\'Credits\' is "1,000"'],
	[create({}, { otpPhone: 'soon' }), "'OTP Phone' is not a phone number"],
	[topUp({ username: '={{ "" }}' }), "'Username' is empty"],
	[topUp({ amount: 0 }), '\'Amount\' is "0"; use a whole number of at least 1'],
	[topUp({ amount: -5 }), '\'Amount\' is "-5"'],
	[topUp({ amount: 0.5 }), '\'Amount\' is "0.5"'],
	[topUp({ amount: '={{ "ten" }}' }), '\'Amount\' is "ten"'],
])('bad input %j is named before anything is sent', async (parameters, message) => {
	const { error } = await run(parameters);
	expect(error?.message).toContain(message);
	expect(error?.message).toMatch(/\[item 0\]$/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('without credits and OTP phone the request says 0 and nothing', async () => {
	const { error } = await run(create({ credits: 0 }));
	expect(error).toBeUndefined();
	expect(details()).toEqual({
		name: 'Haifa branch',
		username: 'branch-haifa',
		password: PASSWORD,
		source: 'MyShop',
		amount: '0',
	});
});

describe.each(ENCODINGS)('Sub-Account Top Up in %s', (encoding) => {
	test.each([
		['credits', { credits: 540, money: 500 }, { credits: 99_960, money: 500 }],
		['money', { credits: 500, money: 540 }, { credits: 100_000, money: 460 }],
	])('with %s', async (topUpWith, sub, own) => {
		const before = fixture.sandbox.accountView('demo-sub');
		const { items, error } = await run(topUp({ topUpWith }), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					toppedUp: true,
					username: 'demo-sub',
					credits: topUpWith === 'credits' ? 40 : undefined,
					money: topUpWith === 'money' ? 40 : undefined,
					message: 'Wallet successfully updated',
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
	] as const)('status %i', async (status, values, message) => {
		const { error } = await run(topUp(values), { encoding });
		expect(error?.message).toMatch(message);
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
		expect(reseller()).toMatchObject({ credits: 100_000, money: 500 });
	});

	test.each(REFUSED)('status %i', async (status, account) => {
		const { error } = await run(topUp(), { encoding, account: account(fixture.sandbox) });
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
	});

	test('status 511 for an account that is no reseller', async () => {
		const { error } = await run(topUp(), { encoding, account: fixture.sandbox.account });
		expect(error?.message).toMatch(/not entitled to this operation \(status 511\)/);
		expect(error?.description).toContain('for resellers only');
	});

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await run(topUp({}, { simplify: false }), { encoding });
		expect(items[0]?.json).toEqual({
			status: encoding === 'json' ? 0 : '0',
			message: 'Wallet successfully updated',
		});
	});

	test('Validate Only moves nothing and says so', async () => {
		const { items } = await run(topUp({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(fixture.sandbox.accountView('demo-sub')).toMatchObject({ credits: 500 });
	});
});

test.each([
	['credits', { username: 'demo-sub', amount: '40' }],
	['money', { username: 'demo-sub', amount_int: '40' }],
])('a top-up with %s says nothing of the other balance', async (topUpWith, body) => {
	await run(topUp({ topUpWith }));
	expect(details()).toEqual(body);
});

test('one bad item does not take the other top-ups down', async () => {
	const { items } = await run(topUp({ amount: '={{ $json.amount }}' }), {
		items: [{ amount: 1 }, { amount: 'x' }, { amount: 2 }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [pairedItem, json.credits ?? json.error])).toEqual([
		[{ item: 0 }, 1],
		[{ item: 1 }, expect.stringContaining('\'Amount\' is "x"')],
		[{ item: 2 }, 2],
	]);
	expect(fixture.sandbox.accountView('demo-sub').credits).toBe(503);
});

describe.each(ENCODINGS)('Sub-Account Get Balances in %s', (encoding) => {
	test('one item for each sub-account, with the names of the gateway', async () => {
		const { items, error } = await run(getBalances(), { encoding });
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

	test('Simplify off gives the reply as it came', async () => {
		const { items } = await run(getBalances({ simplify: false }), { encoding });
		const entries = [{ username: 'demo-sub' }, { username: 'demo-sub-new' }];
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			balances: encoding === 'json' ? entries : { balance: entries },
		});
	});

	test.each([
		...REFUSED,
		[511, ({ account }: { account: { username: string; token: string } }) => account] as const,
	])('status %i', async (status, account) => {
		const { error } = await run(getBalances(), { encoding, account: account(fixture.sandbox) });
		expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
	});
});

test('a reply in an unforeseen form comes out as it is', async () => {
	const { items } = await fixture.runWithReply(
		'{"status":0,"message":"","demo-sub":"500","demo-sub-new":"0"}',
		getBalances(),
	);
	expect(items.map(({ json }) => json)).toEqual([{ 'demo-sub': '500', 'demo-sub-new': '0' }]);
});

test.each([create, topUp])(
	'options left over from another operation count for nothing',
	async (of) => {
		const { error } = await run(of({}, { onBehalfOf: 'demo-sub', externalIds: 'a' }));
		expect(error).toBeUndefined();
		expect(fixture.sandbox.requests().map(({ username }) => username)).toEqual(['demo-reseller']);
	},
);

test('nothing is read in the name of a sub-account, or as a mere check', async () => {
	const { items } = await run(getBalances({ onBehalfOf: 'demo-sub', validateOnly: true }));
	expect(items).toHaveLength(2);
	expect(fixture.sandbox.requests()).toMatchObject([
		{ username: 'demo-reseller', address: '/api' },
	]);
});
