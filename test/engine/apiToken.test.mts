import type { INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { expectRefusal, REFUSED } from './harness/refusedAccounts.mts';
import { onlySentElement } from './harness/sentElements.mts';
import type * as shortWaits from './harness/shortWaits.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { visible } from './harness/visible.mts';
import { plainReply } from './harness/withReply.mts';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof shortWaits>('./harness/shortWaits.mts').withShortWaits(),
);

const fixture = useSandbox();

const create = (username = '', options: INodeParameters = {}): INodeParameters => ({
	resource: 'apiToken',
	operation: 'create',
	username,
	options,
});

const getCurrent = (username = '', options: INodeParameters = {}): INodeParameters => ({
	resource: 'apiToken',
	operation: 'getCurrent',
	username,
	options,
});

const OPERATIONS: Array<[string, typeof create]> = [
	['Create', create],
	['Get Current', getCurrent],
];

describe.each(ENCODINGS)('in %s', (encoding) => {
	describe.each(OPERATIONS)('API Token %s', (_, operation) => {
		test.each(REFUSED)('status %i', async (status, account) => {
			const { error } = await fixture.run(operation(), {
				encoding,
				account: account(fixture.sandbox),
			});
			expectRefusal(error, status);
			expect(error?.description).toMatch(/The gateway said: "Token [^*]+"/);
		});

		test('status 503 for an account that is not a sub-account', async () => {
			const { error } = await fixture.run(operation('demo-other'), { encoding });
			expect(error?.message).toMatch(/not an account that this token may act for \(status 503\)/);
			expect(error?.description).toContain('one of your sub-accounts');
		});

		test('status 511 for an account that may not manage tokens', async () => {
			const { error } = await fixture.run(operation(), {
				encoding,
				account: fixture.sandbox.noTokenRights,
			});
			expect(error?.message).toBe('The account may not manage API tokens (status 511) [item 0]');
			expect(error?.description).toContain('Ask the service to allow it');
		});

		test.each([502, 2])('status %i', async (status) => {
			const { error } = await fixture.runWithReply(plainReply(encoding, status), operation(), {
				encoding,
			});
			expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
			expect(error?.description).toContain('The gateway said: "Sorry"');
		});

		test('an answer that cannot be read is not quoted: it may hold a token', async () => {
			for (const answer of ['{"message":"s3cret-token"}', '<html>s3cret-token</html>']) {
				const result = await fixture.runWithReply(answer, operation(), { encoding });
				expect(result.error?.message).toContain('The answer is not one of the gateway');
				expect(visible(result)).not.toContain('s3cret');
			}
		});
	});

	test('Create gives a token that works, once and with a word of warning', async () => {
		const { items, hints, error } = await fixture.run(create(), { encoding });
		expect(error).toBeUndefined();
		const warning = expect.stringMatching(/^Store the token in a safe place now/) as unknown;
		expect(items).toEqual([
			{
				json: {
					username: 'demo',
					token: 'sandbox-token-minted-001',
					expiresAt: '2028-01-15T10:00:00+02:00',
					warning,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(hints).toEqual([expect.stringMatching(/^Store the token .* \[item 0\]$/)]);
		const balance = await fixture.run(
			{ resource: 'account', operation: 'getBalance' },
			{ account: { username: 'demo', token: 'sandbox-token-minted-001' } },
		);
		expect(balance.error).toBeUndefined();
	});

	test('Create for a sub-account', async () => {
		const { items } = await fixture.run(create(' demo-sub '), {
			encoding,
			account: fixture.sandbox.reseller,
		});
		expect(items[0]?.json).toMatchObject({
			username: 'demo-sub',
			token: expect.any(String) as unknown,
		});
		const token = items[0]?.json.token as string;
		const own = await fixture.run(
			{ resource: 'account', operation: 'getBalance' },
			{ account: { username: 'demo-sub', token } },
		);
		expect(own.items[0]?.json.balance).toBe(500);
	});

	test('Create without Simplify gives the reply as it came', async () => {
		const { items } = await fixture.run(create('', { simplify: false }), { encoding });
		expect(items[0]?.json).toMatchObject({
			message: 'sandbox-token-minted-001',
			expiration_date: '15/01/2028 10:00:00',
		});
	});

	test.each([{}, { simplify: false }])('Validate Only creates nothing %j', async (options) => {
		const result = await fixture.run(create('', { ...options, validateOnly: true }), { encoding });
		expect(result.items[0]?.json).toMatchObject({ validatedOnly: true, message: '***' });
		expect(visible(result)).not.toContain('minted');
		expect(result.hints).toStrictEqual([]);
		const after = await fixture.run(getCurrent('', { includeToken: true }), { encoding });
		expect(after.items[0]?.json.token).toBe('sandbox-token-demo');
	});

	test('a success without a token is pointed out', async () => {
		const { items } = await fixture.runWithReply(plainReply(encoding, 0, ''), create(), {
			encoding,
		});
		expect(items[0]?.json).toMatchObject({
			token: '',
			warning: expect.stringContaining('gave no token') as unknown,
		});
	});

	test('Get Current shows when the token expires, but of itself only the end', async () => {
		const result = await fixture.run(getCurrent(), { encoding });
		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([
			{
				json: { username: 'demo', token: '***demo', expiresAt: '2028-01-14T10:00:00+02:00' },
				pairedItem: { item: 0 },
			},
		]);
		expect(visible(result)).not.toContain('sandbox-token');
	});

	test('Get Current without Simplify masks it altogether', async () => {
		const result = await fixture.run(getCurrent('', { simplify: false }), { encoding });
		expect(result.items[0]?.json).toMatchObject({
			message: '***',
			expiration_date: '14/01/2028 10:00:00',
		});
		expect(visible(result)).not.toContain('sandbox-token');
	});

	test.each([
		[{ includeToken: true }, 'token'],
		[{ includeToken: true, simplify: false }, 'message'],
	])('Get Current with %j includes it', async (options, field) => {
		const { items } = await fixture.run(getCurrent('', options), { encoding });
		expect(items[0]?.json[field]).toBe('sandbox-token-demo');
	});

	test('Get Current for a sub-account', async () => {
		const { items } = await fixture.run(getCurrent('demo-sub', { includeToken: true }), {
			encoding,
			account: fixture.sandbox.reseller,
		});
		expect(items[0]?.json).toMatchObject({ username: 'demo-sub', token: 'sandbox-token-sub' });
	});

	test('status 504 for an account without a token', async () => {
		const { error } = await fixture.run(getCurrent('demo-sub-new'), {
			encoding,
			account: fixture.sandbox.reseller,
		});
		expect(error?.message).toBe('The account has no current API token (status 504) [item 0]');
		expect(error?.description).toContain('Create one with API Token, Create');
	});

	test('a reply without a date, and a token too short to show any of it', async () => {
		const { items } = await fixture.runWithReply(
			plainReply(encoding, 0, 'short-token'),
			getCurrent(),
			{ encoding },
		);
		expect(items[0]?.json).toEqual({ username: 'demo', token: '***' });
	});
});

test.each([
	[create(), 'new', 'demo'],
	[create('demo'), 'new', 'demo'],
	[getCurrent(), 'current', 'demo'],
])('%j asks for the token of the own account', async (parameters, action, username) => {
	await fixture.run(parameters);
	expect(onlySentElement(fixture, 'getApiToken')).toEqual({
		user: { username: 'demo' },
		username,
		action,
	});
});

test('for a sub-account, the reseller stays the caller', async () => {
	await fixture.run(getCurrent('demo-sub', { onBehalfOf: 'demo-sub' }), {
		account: fixture.sandbox.reseller,
	});
	expect(onlySentElement(fixture, 'getApiToken')).toEqual({
		user: { username: 'demo-reseller' },
		username: 'demo-sub',
		action: 'current',
	});
});

test('a username that is no text is named before anything is asked', async () => {
	const { error } = await fixture.run(getCurrent('={{ {} }}'));
	expectBadInput(fixture, error, /^'Username' is not plain text /);
});

test('one bad item does not take the others down', async () => {
	const { items } = await fixture.run(getCurrent('={{ $json.username }}'), {
		items: [{ username: 'demo-sub' }, { username: 'demo-other' }, { username: '' }],
		account: fixture.sandbox.reseller,
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json, pairedItem }) => [pairedItem, json.username ?? json.error])).toEqual([
		[{ item: 0 }, 'demo-sub'],
		[{ item: 1 }, expect.stringContaining('(status 503)')],
		[{ item: 2 }, 'demo-reseller'],
	]);
});
