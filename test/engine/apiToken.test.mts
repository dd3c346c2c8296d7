import './harness/noWaits.mts';

import { jwtOf } from '../../sandbox/jwt.mts';
import { createToken, getCurrentToken } from './harness/apiTokens.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { visible } from './harness/visible.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

test('Create gives a token that works, once and with a word of warning', async () => {
	const { items, hints, error } = await fixture.run(createToken());
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
	expect(hints).toEqual([expect.stringMatching(/^Store the token .* deletes that\.$/)]);
	const balance = await fixture.run(
		{ resource: 'account', operation: 'getBalance' },
		{ account: { username: 'demo', token: 'sandbox-token-minted-001' } },
	);
	expect(balance.error).toBeUndefined();
});

test('Create for a sub-account', async () => {
	const { items } = await fixture.run(createToken(' demo-sub '), {
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
	const { items } = await fixture.run(createToken('', { simplify: false }));
	expect(items[0]?.json).toMatchObject({
		message: 'sandbox-token-minted-001',
		expiration_date: '15/01/2028 10:00:00',
	});
});

test('points out a success without a token', async () => {
	const { items } = await fixture.runWithReply(plainReply('json', 0, ''), createToken(), {});
	expect(items[0]?.json).toMatchObject({
		token: '',
		warning: expect.stringContaining('returned no token') as unknown,
	});
});

test('Get Current shows when the token expires, but of itself only the end', async () => {
	const result = await fixture.run(getCurrentToken());
	expect(result.error).toBeUndefined();
	expect(result.items).toEqual([
		{
			json: { username: 'demo', token: '***demo', expiresAt: '2028-01-14T10:00:00+02:00' },
			pairedItem: { item: 0 },
		},
	]);
	expect(visible(result)).not.toContain('sandbox-token');
});

test('Get Current reads from the token when it expires, if the reply does not say', async () => {
	const token = jwtOf('demo', new Date('2025-01-15T10:00:00+02:00'), 86_400);
	const result = await fixture.runWithReply(plainReply('json', 0, token), getCurrentToken(), {});
	expect(result.items[0]?.json.expiresAt).toBe('2025-01-16T10:00:00+02:00');
	expect(visible(result)).not.toContain(token);
});

test('Get Current without Simplify masks it altogether', async () => {
	const result = await fixture.run(getCurrentToken('', { simplify: false }));
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
	const { items } = await fixture.run(getCurrentToken('', options));
	expect(items[0]?.json[field]).toBe('sandbox-token-demo');
});

test('Get Current for a sub-account', async () => {
	const { items } = await fixture.run(getCurrentToken('demo-sub', { includeToken: true }), {
		account: fixture.sandbox.reseller,
	});
	expect(items[0]?.json).toMatchObject({ username: 'demo-sub', token: 'sandbox-token-sub' });
});

test('quotes no answer that cannot be read, which may hold a token', async () => {
	for (const parameters of [createToken(), getCurrentToken()]) {
		for (const answer of ['{"message":"s3cret-token"}', '<html>s3cret-token</html>']) {
			const result = await fixture.runWithReply(answer, parameters);
			expect(result.error?.message).toContain('The answer is not from the service');
			expect(visible(result)).not.toContain('s3cret');
		}
	}
});

test('reads a reply without a date, and shows nothing of a short token', async () => {
	const { items } = await fixture.runWithReply(
		plainReply('json', 0, 'short-token'),
		getCurrentToken(),
	);
	expect(items[0]?.json).toEqual({ username: 'demo', token: '***' });
});

test.each([
	[createToken(), 'new', 'demo'],
	[createToken('demo'), 'new', 'demo'],
	[getCurrentToken(), 'current', 'demo'],
])('asks for the token of the own account by %j', async (parameters, action, username) => {
	await fixture.run(parameters);
	expect(onlySentElement(fixture, 'getApiToken')).toEqual({
		user: { username: 'demo' },
		username,
		action,
	});
});

test('leaves the reseller the caller for a sub-account', async () => {
	await fixture.run(getCurrentToken('demo-sub', { onBehalfOf: 'demo-sub' }), {
		account: fixture.sandbox.reseller,
	});
	expect(onlySentElement(fixture, 'getApiToken')).toEqual({
		user: { username: 'demo-reseller' },
		username: 'demo-sub',
		action: 'current',
	});
});
