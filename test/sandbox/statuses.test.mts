// Every request status of the specification and of the public record, in the situation it describes.
import { REQUEST_STATUSES } from '../../sandbox/requestStatuses.mts';
import { SEEDED, type Credentials } from '../../sandbox/seed.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { call, ENCODINGS, smsTo, TODAY, type CallOptions, type Fields } from './call.mts';
import { useSandbox } from './useSandbox.mts';

interface Row {
	status: number;
	when: string;
	root: string;
	fields?: Fields;
	by?: Credentials;
	user?: string;
	setUp?: (sandbox: Sandbox) => unknown;
	/** Part of the message. */
	names?: string;
}

const HANDSET = '0501234567';
const { reseller } = SEEDED;
const TOMORROW = '16/01/26 10:00';
const noSource = smsTo(HANDSET, { source: undefined });
const noMessage = smsTo(HANDSET, { message: undefined });
const noDestinations = smsTo(HANDSET, { destinations: undefined });
const query = { transactions: { external_id: 'x' }, ...TODAY };
const rows = (phone: string) => ({ destinations: { destination: { phone } } });
const details = (more: Fields): Fields => ({
	userDetails: {
		name: 'New customer',
		username: 'customer',
		password: 'long enough',
		source: 'Shop',
		amount: '1',
		...more,
	},
});
const scheduled = (name: string) => (s: Sandbox) =>
	call(s, 'sms', smsTo(HANDSET, { timing: TOMORROW, campaign_name: name }));
const list = (s: Sandbox) => call(s, 'newCL', { cl: { name: 'List', ...rows(HANDSET) } });
const block = (s: Sandbox) => call(s, 'addNumBL', { phones: { phone: HANDSET } });
const unknownToken = { ...SEEDED.account, token: 'nobody-knows-me' };
const cancelIt = { root: 'cancel', fields: { campaign_id: '700001' } };
const tts = (more: Fields) => smsTo(HANDSET, { tts: { type: 4, ...more } });
const otp = (more: Fields) => ({ phone: HANDSET, source: 'TextMe', ...more });

const ROWS: Row[] = [
	{ status: 2, when: 'no user', root: 'balance', user: '', names: 'user.username' },
	{ status: 2, when: 'no source', root: 'sms', fields: noSource, names: 'source' },
	{ status: 2, when: 'no message', root: 'sms', fields: noMessage, names: 'message' },
	{
		status: 2,
		when: 'no destinations',
		root: 'sms',
		fields: noDestinations,
		names: 'destinations',
	},
	{ status: 2, when: 'no messages', root: 'bulk', names: 'messages' },
	{
		status: 2,
		when: 'tts without type',
		root: 'sms',
		fields: smsTo(HANDSET, { tts: { rate: 1 } }),
		names: 'tts.type',
	},
	{ status: 2, when: 'no from', root: 'dlr', fields: { ...query, from: '' }, names: 'from' },
	{ status: 2, when: 'no to', root: 'dlr', fields: { ...query, to: '' }, names: 'to' },
	{ status: 2, when: 'no transactions', root: 'dlr', fields: TODAY, names: 'transactions' },
	{ status: 2, when: 'no transactions', root: 'dlrByDate', fields: TODAY, names: 'transactions' },
	{ status: 2, when: 'no from', root: 'blacklist', fields: { to: TODAY.to }, names: 'from' },
	{ status: 2, when: 'no to', root: 'incoming', fields: { from: TODAY.from }, names: 'to' },
	{ status: 2, when: 'no cl', root: 'newCL', names: 'cl' },
	{ status: 2, when: 'no name', root: 'newCL', fields: { cl: rows(HANDSET) }, names: 'name' },
	{
		status: 2,
		when: 'no destinations',
		root: 'newCL',
		fields: { cl: { name: 'x' } },
		names: 'destinations',
	},
	{ status: 2, when: 'no id', root: 'getCLbyID', names: 'cl.id' },
	{ status: 2, when: 'no id', root: 'removeCL', fields: { cl: { name: 'x' } }, names: 'cl.id' },
	{ status: 2, when: 'no phones', root: 'addNumBL', names: 'phones' },
	{
		status: 2,
		when: 'no reason',
		root: 'rmNumBL',
		fields: { phones: { phone: HANDSET } },
		names: 'reason',
	},
	{ status: 2, when: 'no campaign', root: 'cancel', names: 'campaign_id' },
	{ status: 2, when: 'no campaign', root: 'edit_birthday_campaign', names: 'campaign_id' },
	{
		status: 2,
		when: 'no text',
		root: 'edit_birthday_campaign',
		fields: { campaign_id: 5001 },
		names: 'message',
	},
	{ status: 2, when: 'no phone', root: 'send_otp', fields: { source: 'TextMe' }, names: 'phone' },
	{ status: 2, when: 'no code', root: 'validate_otp', fields: { phone: HANDSET }, names: 'code' },
	{
		status: 2,
		when: 'no username',
		root: 'getApiToken',
		fields: { action: 'new' },
		names: 'username',
	},
	{
		status: 2,
		when: 'no action',
		root: 'getApiToken',
		fields: { username: 'demo' },
		names: 'action',
	},
	{
		status: 2,
		when: 'no password',
		root: 'addSub',
		by: reseller,
		fields: details({ password: undefined }),
		names: 'userDetails.password',
	},
	{
		status: 2,
		when: 'no amount',
		root: 'updateAmountSub',
		by: reseller,
		fields: { userDetails: { username: 'demo-sub' } },
		names: 'userDetails.amount',
	},
	{ status: 3, when: 'the token is unknown', root: 'balance', by: unknownToken },
	{
		status: 4,
		when: 'credits are used up',
		root: 'sms',
		by: SEEDED.noCredit,
		fields: smsTo(HANDSET),
	},
	{
		status: 5,
		when: 'it is night',
		root: 'sms',
		by: SEEDED.daytimeOnly,
		fields: smsTo(HANDSET),
		setUp: (s) => s.setClock('2026-01-15T22:00:00+02:00'),
	},
	{
		status: 5,
		when: 'it is timed for the night',
		root: 'sms',
		by: SEEDED.daytimeOnly,
		fields: smsTo(HANDSET, { timing: '16/01/26 07:59' }),
	},
	{
		status: 7,
		when: 'one sms has two texts',
		root: 'sms',
		fields: smsTo(HANDSET, { message: ['One', 'Two'] }),
	},
	{ status: 8, when: 'everybody is blocked', root: 'sms', fields: smsTo(HANDSET), setUp: block },
	{ status: 9, when: 'a phone is too short', root: 'sms', fields: smsTo([HANDSET, '05012']) },
	{ status: 9, when: 'a phone is too long', root: 'sms', fields: smsTo('050123456789') },
	{ status: 9, when: 'a phone has a plus', root: 'sms', fields: smsTo('+972501234567') },
	{
		status: 9,
		when: 'a phone is abroad without leave',
		root: 'sms',
		fields: smsTo('447911123456'),
	},
	{ status: 9, when: 'a phone is too short', root: 'send_otp', fields: otp({ phone: '0501' }) },
	{
		status: 9,
		when: 'a number is too long',
		root: 'verify_phone',
		fields: { phone: [HANDSET, '05012345678'] },
	},
	{
		status: 9,
		when: 'a row has no phone',
		root: 'newCL',
		fields: { cl: { name: 'x', destinations: { destination: { df1: 'Dana' } } } },
	},
	{
		status: 9,
		when: 'the otpPhone is too short',
		root: 'addSub',
		by: reseller,
		fields: details({ otpPhone: '050' }),
	},
	{ status: 10, when: 'the token has expired', root: 'balance', by: SEEDED.expired },
	{
		status: 11,
		when: 'the token is of another user',
		root: 'balance',
		by: SEEDED.otherUser,
		user: 'demo',
	},
	{
		status: 12,
		when: 'money is used up',
		root: 'sms',
		by: SEEDED.noMoney,
		fields: smsTo('447911123456', { includes_international: 1 }),
	},
	{
		status: 12,
		when: 'the code is wrong',
		root: 'validate_otp',
		fields: { phone: HANDSET, code: '999999' },
		setUp: (s) => call(s, 'send_otp', otp({})),
	},
	{
		status: 502,
		when: 'the action is another',
		root: 'getApiToken',
		fields: { username: 'demo', action: 'delete' },
	},
	{
		status: 502,
		when: 'the action is a property of objects',
		root: 'getApiToken',
		fields: { username: 'demo', action: 'constructor' },
	},
	{
		status: 503,
		when: 'a token is asked for a stranger',
		root: 'getApiToken',
		fields: { username: 'demo-other', action: 'current' },
	},
	{
		status: 503,
		when: 'a reseller acts for a stranger',
		root: 'balance',
		by: reseller,
		user: 'demo',
	},
	{
		status: 503,
		when: 'a reseller acts for nobody',
		root: 'balance',
		by: reseller,
		user: 'no-such-account',
	},
	{
		status: 503,
		when: 'a stranger is topped up',
		root: 'updateAmountSub',
		by: reseller,
		fields: { userDetails: { username: 'demo', amount: 1 } },
	},
	{
		status: 504,
		when: 'no token was made yet',
		root: 'getApiToken',
		by: reseller,
		fields: { username: 'demo-sub-new', action: 'current' },
	},
	{ status: 510, when: 'no phone is given', root: 'verify_phone' },
	...['addSub', 'updateAmountSub', 'getBlanceSubs'].map((root) => ({
		status: 511,
		when: 'the account is no reseller',
		root,
	})),
	{
		status: 511,
		when: 'the account may not manage tokens',
		root: 'getApiToken',
		by: SEEDED.noTokenRights,
		fields: { username: SEEDED.noTokenRights.username, action: 'current' },
	},
	...['newCL', 'blacklist', 'dlr', 'verify_phone', 'send_otp'].map((root) => ({
		status: 511,
		when: 'the account is restricted',
		root,
		by: SEEDED.restricted,
	})),
	{
		status: 515,
		when: 'the source is unknown',
		root: 'sms',
		fields: smsTo(HANDSET, { source: 'Stranger' }),
	},
	{
		status: 515,
		when: 'the source is pending',
		root: 'sms',
		fields: smsTo(HANDSET, { source: '0521234567' }),
		setUp: (s) => call(s, 'verify_phone', { phone: '0521234567' }),
	},
	{
		status: 515,
		when: 'the source is unknown',
		root: 'send_otp',
		fields: otp({ source: 'Stranger' }),
	},
	{
		status: 515,
		when: 'one source of a batch is unknown',
		root: 'bulk',
		fields: { messages: { sms: [smsTo(HANDSET), smsTo(HANDSET, { source: 'Other' })] } },
	},
	...['0', '15', '-1', 'two', '1.5'].map((temp_bl) => ({
		status: 714,
		when: `temp_bl is ${temp_bl}`,
		root: 'sms',
		fields: smsTo(HANDSET, { temp_bl }),
	})),
	{
		status: 715,
		when: 'everybody had a text today',
		root: 'sms',
		fields: smsTo(HANDSET, { temp_bl: '1' }),
		setUp: (s) => call(s, 'sms', smsTo(HANDSET)),
	},
	{
		status: 933,
		when: 'a number is wrong',
		root: 'addNumBL',
		fields: { phones: { phone: '050' } },
	},
	{
		status: 933,
		when: 'the reason is empty',
		root: 'rmNumBL',
		fields: { phones: { phone: HANDSET }, reason: ' ' },
	},
	{
		status: 944,
		when: 'some were not listed',
		root: 'rmNumBL',
		fields: { phones: { phone: [HANDSET, '0521234567'] }, reason: 'x' },
		setUp: block,
		names: '1 phone numbers Successfully deleted, 1 Phone numbers not exist in blacklist',
	},
	{
		status: 946,
		when: 'numbers were blocked',
		root: 'addNumBL',
		fields: { phones: { phone: HANDSET } },
	},
	{
		status: 955,
		when: 'the campaign was cancelled',
		...cancelIt,
		setUp: async (s) => {
			await scheduled('x')(s);
			await call(s, 'cancel', cancelIt.fields);
		},
	},
	{
		status: 966,
		when: 'the campaign was sent',
		...cancelIt,
		setUp: (s) => call(s, 'sms', smsTo(HANDSET)),
	},
	{ status: 970, when: 'the campaign resists', ...cancelIt, setUp: scheduled('Sale #nocancel') },
	{
		status: 970,
		when: 'the campaign resists',
		root: 'cancel',
		fields: { campaign_name: '#nocancel' },
		setUp: scheduled('#nocancel'),
	},
	{ status: 977, when: 'there is no such campaign', ...cancelIt },
	{
		status: 977,
		when: 'the campaign is not theirs',
		...cancelIt,
		by: SEEDED.otherUser,
		setUp: scheduled('x'),
	},
	{ status: 977, when: 'nothing has that name', root: 'cancel', fields: { campaign_name: 'Sale' } },
	{
		status: 977,
		when: 'there is no such campaign',
		root: 'edit_birthday_campaign',
		fields: { campaign_id: 1, message: 'x' },
	},
	{
		status: 980,
		when: 'a link is none',
		root: 'sms',
		fields: smsTo(HANDSET, { links: { link: { $: { id: '1' }, _: 'nowhere' } } }),
	},
	{
		status: 980,
		when: 'a link has no id',
		root: 'sms',
		fields: smsTo(HANDSET, { links: { link: 'https://shop.example' } }),
	},
	{
		status: 986,
		when: 'add_unsubscribe is no number',
		root: 'sms',
		fields: smsTo(HANDSET, { add_unsubscribe: 'yes' }),
	},
	{
		status: 987,
		when: 'there are two lists',
		root: 'sms',
		fields: { ...noDestinations, add_dynamic: 1, destinations: { cl_id: ['21501', '21502'] } },
		setUp: async (s) => {
			await list(s);
			await list(s);
		},
	},
	{
		status: 987,
		when: 'there is a phone',
		root: 'sms',
		fields: {
			...noDestinations,
			add_dynamic: '1',
			destinations: { cl_id: '21501', phone: HANDSET },
		},
		setUp: list,
	},
	...['getCLbyID', 'removeCL'].map((root) => ({
		status: 988,
		when: 'there is no such list',
		root,
		fields: { cl: { id: '1' } },
	})),
	...['addNumCL', 'rmNumCL'].map((root) => ({
		status: 988,
		when: 'there is no such list',
		root,
		fields: { cl: { id: '1', ...rows(HANDSET) } },
	})),
	{
		status: 988,
		when: 'there is no such list',
		root: 'sms',
		fields: { ...noDestinations, destinations: { cl_id: '1' } },
	},
	{
		status: 988,
		when: 'the list is of another account',
		root: 'getCLbyID',
		by: SEEDED.otherUser,
		fields: { cl: { id: '21501' } },
		setUp: list,
	},
	{
		status: 989,
		when: 'the text is too long',
		root: 'sms',
		fields: smsTo(HANDSET, { message: 'x'.repeat(1006) }),
	},
	{ status: 989, when: 'the text is empty', root: 'sms', fields: smsTo(HANDSET, { message: '' }) },
	{
		status: 989,
		when: 'the campaign name is too long',
		root: 'sms',
		fields: smsTo(HANDSET, { campaign_name: 'x'.repeat(51) }),
	},
	{
		status: 989,
		when: 'one text of a batch is too long',
		root: 'bulk',
		fields: { messages: { sms: smsTo(HANDSET, { message: 'x'.repeat(1006) }) } },
	},
	{
		status: 989,
		when: 'the text is empty',
		root: 'edit_birthday_campaign',
		fields: { campaign_id: 5001, message: '' },
	},
	{
		status: 990,
		when: 'more is given than held',
		root: 'addSub',
		by: reseller,
		fields: details({ amount: 100_001 }),
	},
	{
		status: 990,
		when: 'more is given than held',
		root: 'updateAmountSub',
		by: reseller,
		fields: { userDetails: { username: 'demo-sub', amount: 100_001 } },
	},
	{
		status: 990,
		when: 'more money is given than held',
		root: 'updateAmountSub',
		by: reseller,
		fields: { userDetails: { username: 'demo-sub', amount_int: 501 } },
	},
	...['1e3', '-5', '1.5', ''].map((amount) => ({
		status: 991,
		when: `the amount is "${amount}"`,
		root: 'addSub',
		by: reseller,
		fields: details({ amount }),
	})),
	...['a', 'x'.repeat(12)].map((source) => ({
		status: 992,
		when: `the source has ${source.length}`,
		root: 'addSub',
		by: reseller,
		fields: details({ source }),
	})),
	{
		status: 992,
		when: 'the source is too long',
		root: 'sms',
		fields: smsTo(HANDSET, { source: 'x'.repeat(12) }),
	},
	...['short', 'x'.repeat(31)].map((password) => ({
		status: 993,
		when: `the password has ${password.length}`,
		root: 'addSub',
		by: reseller,
		fields: details({ password }),
	})),
	{
		status: 994,
		when: 'the username exists',
		root: 'addSub',
		by: reseller,
		fields: details({ username: 'demo-other' }),
	},
	...['ab', 'x'.repeat(31)].map((username) => ({
		status: 995,
		when: `the username has ${username.length}`,
		root: 'addSub',
		by: reseller,
		fields: details({ username }),
	})),
	...['a', 'x'.repeat(51)].map((name) => ({
		status: 996,
		when: `the name has ${name.length}`,
		root: 'addSub',
		by: reseller,
		fields: details({ name }),
	})),
	{ status: 997, when: 'the root is unknown', root: 'sendEverything' },
	{
		status: 998,
		when: 'the time is malformed',
		root: 'sms',
		fields: smsTo(HANDSET, { timing: '2026-01-16 10:00' }),
		names: 'timing',
	},
	{
		status: 998,
		when: 'the time does not exist',
		root: 'sms',
		fields: smsTo(HANDSET, { timing: '31/02/26 10:00' }),
		names: 'timing',
	},
	{
		status: 998,
		when: 'the type is another',
		root: 'sms',
		fields: tts({ type: 1 }),
		names: 'tts.type',
	},
	{
		status: 998,
		when: 'the rate is too high',
		root: 'sms',
		fields: tts({ rate: 11 }),
		names: 'tts.rate',
	},
	{
		status: 998,
		when: 'it is never spoken',
		root: 'sms',
		fields: tts({ repeat: 0 }),
		names: 'tts.repeat',
	},
	{
		status: 998,
		when: 'the voice is another',
		root: 'sms',
		fields: tts({ voice: 'robot' }),
		names: 'tts.voice',
	},
	{
		status: 998,
		when: 'the window is over a week',
		root: 'dlr',
		fields: { ...query, from: '01/01/26 00:00' },
		names: 'week',
	},
	{
		status: 998,
		when: 'the window is over a week',
		root: 'dlrByDate',
		fields: { ...query, from: '01/01/26 00:00' },
		names: 'week',
	},
	{
		status: 998,
		when: 'there are over 1000 ids',
		root: 'dlr',
		fields: {
			...TODAY,
			transactions: { external_id: Array.from({ length: 1001 }, (_, n) => `id-${n}`) },
		},
		names: '1000',
	},
	{
		status: 998,
		when: 'there are over 2500 messages',
		root: 'bulk',
		fields: { messages: { sms: Array.from({ length: 2501 }, () => smsTo(HANDSET)) } },
		names: '2500',
	},
	...[
		{ max_tries: 2 },
		{ max_tries: 6 },
		{ valid_time: 0 },
		{ valid_time: 16 },
		{ text: 'no place for it' },
	].map((more) => ({
		status: 998,
		when: `an option is ${JSON.stringify(more)}`,
		root: 'send_otp',
		fields: otp(more),
	})),
	{
		status: 998,
		when: 'both amounts are given',
		root: 'updateAmountSub',
		by: reseller,
		fields: { userDetails: { username: 'demo-sub', amount: 1, amount_int: 1 } },
	},
];

/** Statuses of which no situation is documented: only the magic word brings them about. */
const BY_WORD_ONLY = [6, 517, 981, 999];

const sandbox = useSandbox();

describe.each(ENCODINGS)('in %s', (encoding) => {
	test.each(ROWS)('$status from $root when $when', async (row) => {
		const on = sandbox();
		await row.setUp?.(on);
		const before = on.accountView();
		const options: CallOptions = {
			encoding,
			by: row.by ?? on.account,
			...(row.user === undefined ? {} : { user: row.user }),
		};
		const reply = await call(on, row.root, row.fields, options);
		expect(reply.http).toBe(200);
		expect(reply.status).toBe(row.status);
		const field = row.root === 'verify_phone' ? 'verify_message' : 'message';
		expect(reply.fields[field]).toEqual(expect.stringContaining(row.names ?? ''));
		expect(reply.fields[field]).not.toBe('');
		expect(on.accountView().credits).toBe(before.credits);
	});

	test.each(Object.entries(REQUEST_STATUSES))(
		'%s on demand, by a word in the request',
		async (status, message) => {
			const fields = smsTo(HANDSET, { message: `Please #status:${status} now` });
			const reply = await call(sandbox(), 'sms', fields, { encoding });
			expect(reply).toMatchObject({ status: Number(status), fields: { message } });
			expect(sandbox().messages()).toEqual([]);
		},
	);

	test('1 when the body cannot be parsed', async () => {
		const broken = encoding === 'json' ? '{"sms": {' : '<sms><user></sms>';
		const response = await fetch(`${sandbox().baseUrl}/api`, {
			method: 'POST',
			headers: { 'content-type': `application/${encoding}` },
			body: broken,
		});
		expect(response.status).toBe(200);
		expect(await response.text()).toContain(
			encoding === 'json' ? '"status":1,' : '<status>1</status>',
		);
	});
});

test('every status arises from its situation', () => {
	const arising = new Set([0, 1, ...ROWS.map(({ status }) => status), ...BY_WORD_ONLY]);
	expect([...arising].sort((a, b) => a - b)).toEqual(Object.keys(REQUEST_STATUSES).map(Number));
});

test('a property of objects is no root', async () => {
	expect(await call(sandbox(), 'constructor')).toMatchObject({ status: 997 });
});

test('a word asks for a status that nobody has listed', async () => {
	const fields = smsTo(HANDSET, { message: '#status:4711' });
	expect(await call(sandbox(), 'sms', fields)).toMatchObject({ status: 4711 });
});

test('a word works only with a good token', async () => {
	const fields = smsTo(HANDSET, { message: '#status:0' });
	expect(await call(sandbox(), 'sms', fields, { by: unknownToken })).toMatchObject({ status: 3 });
});

test('a word makes a success without shipment_id, and nothing goes out', async () => {
	const reply = await call(sandbox(), 'sms', smsTo(HANDSET, { message: 'Lost #noshipment' }));
	expect(reply.fields).toEqual({ status: 0, message: 'SMS will be sent' });
	expect(sandbox().counters().messages).toBe(0);
});
