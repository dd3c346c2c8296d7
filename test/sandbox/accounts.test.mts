// Tokens, senders, resellers and their sub-accounts.
import { jwtOf } from '../../sandbox/jwt.mts';
import { call, ENCODINGS, smsTo, TODAY, withId, type Fields } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const YEAR = 365 * 86_400_000;
const token = (action: string, username = 'demo', by = sandbox().account) =>
	call(sandbox(), 'getApiToken', { username, action }, { by });

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

	test('reading the current one issues nothing', async () => {
		const first = await token('current');
		expect((await token('current')).fields).toEqual(first.fields);
		expect(first.fields.message).toBe('sandbox-token-demo');
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

	test('expired ones make room, and are not current', async () => {
		for (let nth = 0; nth < 4; nth++) await token('new');
		const by = { username: 'demo', token: 'sandbox-token-minted-004' };
		await sandbox().advanceClock(2 * YEAR - 3_600_000);
		expect(await call(sandbox(), 'balance')).toMatchObject({ status: 10 });
		expect(await token('new', 'demo', { ...sandbox().account, ...by })).toMatchObject({
			status: 0,
		});
	});

	test('makes the first token of a sub-account for its reseller', async () => {
		const by = sandbox().reseller;
		const minted = await token('new', 'demo-sub-new', by);
		const sub = { username: 'demo-sub-new', token: String(minted.fields.message) };
		expect(await call(sandbox(), 'balance', {}, { by: sub })).toMatchObject({ status: 0 });
		expect(await token('current', 'demo-sub-new', by)).toMatchObject({
			fields: { message: sub.token },
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
	const send = () => call(sandbox(), 'sms', smsTo('0501234567', { source: '0521234567' }));
	const numbers = async (fields: Fields = {}) =>
		(await call(sandbox(), 'getVerifiedPhones', fields)).fields.verified_phones as object[];

	test('leads a sender from unverified to verified', async () => {
		expect(await send()).toMatchObject({ status: 515 });
		await call(sandbox(), 'verify_phone', { phone: '521234567' });
		expect(await send()).toMatchObject({ status: 515 });
		expect(await numbers()).toHaveLength(2);
		await sandbox().advanceClock(120_000);
		sandbox().verifySender({ number: '0521234567' });
		expect(await send()).toMatchObject({ status: 0 });
		expect(await numbers()).toEqual([
			expect.objectContaining({ phone: 'TextMe' }),
			expect.objectContaining({ phone: '0559000100' }),
			{
				phone: '521234567',
				username: 'demo',
				assigned_date: '15/01/26 10:00',
				updated_date: '15/01/26 10:02',
			},
		]);
	});

	test('submitting a verified number again leaves it verified', async () => {
		await call(sandbox(), 'verify_phone', { phone: '0559000100' });
		expect(await numbers()).toHaveLength(2);
	});

	test('starts nothing when one of the numbers is wrong', async () => {
		const phone = ['0521234567', '05'];
		expect(await call(sandbox(), 'verify_phone', { phone })).toMatchObject({ status: 9 });
		expect(() => sandbox().verifySender({ number: '0521234567' })).toThrow('never submitted');
	});

	test.each([
		[{}, 2],
		[{ is_subs: 1 }, 6],
		[{ is_subs: 0 }, 2],
	])('gives a reseller who asks with %j %s', async (fields, count) => {
		const by = sandbox().reseller;
		const reply = await call(sandbox(), 'getVerifiedPhones', fields, { by });
		expect(reply.fields.verified_phones).toHaveLength(count);
	});
});

describe.each(ENCODINGS)('sub-accounts in %s', (encoding) => {
	const asReseller = (root: string, fields: Fields, user?: string) =>
		call(sandbox(), root, fields, {
			encoding,
			by: sandbox().reseller,
			...(user === undefined ? {} : { user }),
		});
	const created = {
		userDetails: {
			name: 'New customer',
			username: 'customer',
			password: 'long enough',
			source: 'Shop',
			amount: 1000,
			otpPhone: '0501234567',
		},
	};

	test('makes the reseller pay for a new sub-account and act for it', async () => {
		expect(await asReseller('addSub', created)).toMatchObject({ status: 0 });
		expect(sandbox().accountView('demo-reseller').credits).toBe(99_000);
		const send = smsTo('0501234567', { source: 'Shop' });
		expect(await asReseller('sms', send, 'customer')).toMatchObject({ status: 0 });
		expect(sandbox().accountView('customer')).toMatchObject({
			parent: 'demo-reseller',
			credits: 999,
		});
		expect(await asReseller('addSub', created)).toMatchObject({ status: 994 });
	});

	test('moves credits or money in a top-up, not both', async () => {
		const details = (more: Fields) => ({ userDetails: { username: 'demo-sub', ...more } });
		await asReseller('updateAmountSub', details({ amount: '250' }));
		await asReseller('updateAmountSub', details({ amount_int: '20' }));
		expect(sandbox().accountView('demo-sub')).toMatchObject({ credits: 750, money: 520 });
		expect(sandbox().accountView('demo-reseller')).toMatchObject({ credits: 99_750, money: 480 });
	});

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

	test('refuses a sub-account as a reseller', async () => {
		const user = 'demo-sub';
		expect(await asReseller('getBlanceSubs', {}, user)).toMatchObject({ status: 511 });
	});
});
