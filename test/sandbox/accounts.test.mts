// Tokens, senders, resellers and their sub-accounts.
import { jwtOf } from '../../sandbox/jwt.mts';
import { call, ENCODINGS, smsTo, TODAY, withId, type Fields } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const token = (action: string) => call(sandbox(), 'getApiToken', { username: 'demo', action });

describe('tokens', () => {
	test('makes a new token the current one, beside the old one', async () => {
		await sandbox().advanceClock(60_000);
		const minted = await token('new');
		expect(minted.fields).toEqual({
			status: 0,
			message: 'sandbox-token-minted-001',
			expiration_date: '15/01/2028 10:01:00',
		});
		const by = { username: 'demo', token: 'sandbox-token-minted-001' };
		expect(await call(sandbox(), 'balance', {}, { by })).toMatchObject({ status: 0 });
		expect(await call(sandbox(), 'balance')).toMatchObject({ status: 0 });
		expect((await token('current')).fields).toEqual(minted.fields);
	});

	test('five are active at most', async () => {
		const statuses: number[] = [];
		for (let nth = 0; nth < 5; nth++) statuses.push((await token('new')).status);
		expect(statuses).toEqual([0, 0, 0, 0, 511]);
	});

	test('lets a token expire at its moment', async () => {
		await sandbox().setClock('2028-01-14T09:59:59+02:00');
		expect(await call(sandbox(), 'balance')).toMatchObject({ status: 0 });
		await sandbox().advanceClock(1_000);
		expect(await call(sandbox(), 'balance')).toMatchObject({ status: 10 });
	});

	test('takes a JWT until it expires, and then does not know it', async () => {
		const issued = new Date('2025-01-15T10:00:00+02:00');
		const as = (jwt: string) =>
			call(sandbox(), 'balance', {}, { by: { username: 'demo', token: jwt } });
		const token = jwtOf('demo', issued, 366 * 86_400);
		expect(await as(token)).toMatchObject({ status: 0 });
		expect(await as(token.slice(0, -2))).toMatchObject({ status: 3 });
		expect(await as(jwtOf('demo', issued, 86_400))).toMatchObject({
			status: 3,
			fields: { message: expect.stringMatching(/Expired/) as string },
		});
	});

	test.each([
		['no header', undefined],
		['another scheme', 'Basic sandbox-token-demo'],
		['the bare token', 'sandbox-token-demo'],
	])('answers 3 to a request %s', async (_name, authorization) => {
		const response = await fetch(`${sandbox().baseUrl}/api`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
			body: JSON.stringify({ balance: { user: { username: 'demo' } } }),
		});
		expect(await response.json()).toMatchObject({ status: 3 });
	});
});

describe('senders', () => {
	test('submitting a verified number again leaves it verified', async () => {
		await call(sandbox(), 'verify_phone', { phone: '0559000100' });
		const { verified_phones } = (await call(sandbox(), 'getVerifiedPhones')).fields;
		expect(verified_phones).toHaveLength(2);
	});

	test('starts nothing when one of the numbers is wrong', async () => {
		const phone = ['0521234567', '05'];
		expect(await call(sandbox(), 'verify_phone', { phone })).toMatchObject({ status: 9 });
		expect(() => sandbox().verifySender({ number: '0521234567' })).toThrow('never submitted');
	});
});

describe.each(ENCODINGS)('sub-accounts in %s', (encoding) => {
	const asReseller = (root: string, fields: Fields, user?: string) =>
		call(sandbox(), root, fields, { encoding, by: sandbox().reseller, ...(user && { user }) });

	test('uses wallet, senders and reports of the sub-account in user.username', async () => {
		const send = smsTo(withId('0501234567', 'a'));
		await asReseller('sms', send, 'demo-sub');
		await sandbox().advanceClock(10_000);
		expect((await asReseller('balance', {}, 'demo-sub')).fields.balance).toBe('499');
		expect((await asReseller('balance', {})).fields.balance).toBe('100000');
		const query = { transactions: { external_id: 'a' }, ...TODAY };
		const ids = async (user?: string) =>
			(await asReseller('dlr', query, user)).raw.includes('Delivered');
		expect([await ids('demo-sub'), await ids()]).toEqual([true, false]);
	});
});
