// `/api/test` answers like the live address, without the number of a campaign, and changes nothing.
import type { Fields } from './call.mts';
import { call, ENCODINGS, PHONE, post, smsTo } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const cl = { id: '21501', destinations: { destination: { phone: '0529999999' } } };

const CHANGES: [string, Fields][] = [
	['sms', smsTo(PHONE)],
	['bulk', { messages: { sms: [smsTo(PHONE)] } }],
	['send_otp', { phone: '0531111111', source: 'TextMe' }],
	['validate_otp', { phone: PHONE, code: '012345' }],
	['cancel', { campaign_id: 700_002 }],
	['cancel', { campaign_name: 'Sale' }],
	['edit_birthday_campaign', { campaign_id: 5001, message: 'Changed' }],
	['newCL', { cl: { name: 'New', destinations: cl.destinations } }],
	['removeCL', { cl: { id: '21501' } }],
	['addNumCL', { cl }],
	['rmNumCL', { cl: { id: '21501', destinations: { destination: { phone: PHONE } } } }],
	['addNumBL', { phones: { phone: '0529999999' } }],
	['rmNumBL', { phones: { phone: '0521111111' }, reason: 'x' }],
	['verify_phone', { phone: '0529999999' }],
	[
		'addSub',
		{
			userDetails: {
				name: 'New one',
				username: 'new-one',
				password: 'long enough',
				source: 'Shop',
				amount: 5,
			},
		},
	],
	['updateAmountSub', { userDetails: { username: 'demo-sub', amount: 5 } }],
	['getApiToken', { username: 'demo-reseller', action: 'new' }],
];

/** An account with something of everything that can be changed. */
async function prepare() {
	const by = sandbox().reseller;
	const ask = (root: string, fields: Fields) => call(sandbox(), root, fields, { by });
	await ask('send_otp', { phone: PHONE, source: 'TextMe' });
	await ask('sms', smsTo(PHONE, { timing: '20/01/26 10:00', campaign_name: 'Sale' }));
	await ask('newCL', { cl: { name: 'List', destinations: { destination: { phone: PHONE } } } });
	await ask('addNumBL', { phones: { phone: '0521111111' } });
}

const WINDOW = { from: '01/01/26 00:00', to: '31/01/26 00:00' };
async function everything() {
	const by = sandbox().reseller;
	const reads = await Promise.all(
		[
			['getCLbyID', { cl: { id: '21501' } }],
			['getCL', {}],
			['getBlanceSubs', {}],
			['blacklist', WINDOW],
			['get_birthday_campaigns', {}],
			['getVerifiedPhones', {}],
			['getApiToken', { username: by.username, action: 'current' }],
		].map(async ([root, fields]) => {
			return (await call(sandbox(), root as string, fields as Fields, { by })).fields;
		}),
	);
	const accounts = ['demo', 'demo-reseller', 'demo-sub'].map((name) => sandbox().accountView(name));
	const { messages, repeated } = sandbox().counters();
	return { reads, accounts, messages, repeated, all: sandbox().messages() };
}

describe.each(ENCODINGS)('in %s', (encoding) => {
	test.each(CHANGES)(
		'says at the test address what a request would do: %s %j',
		async (root, fields) => {
			await prepare();
			const by = root === 'edit_birthday_campaign' ? sandbox().account : sandbox().reseller;
			const before = await everything();
			const dry = await call(sandbox(), root, fields, { encoding, by, path: '/api/test' });
			const dryAgain = await call(sandbox(), root, fields, { encoding, by, path: '/api/test' });
			expect(await everything()).toEqual(before);
			const live = await call(sandbox(), root, fields, { encoding, by });
			expect(dryAgain.raw).toBe(dry.raw);
			// There is no campaign of what was not sent.
			const { shipment_id: campaign, ...rest } = live.fields;
			expect(dry.fields).toEqual(rest);
			expect(campaign !== undefined).toBe(root === 'sms' || root === 'bulk');
			expect([0, 946]).toContain(live.status);
		},
	);

	test('refuses a bad request alike', async () => {
		const fields = smsTo('05');
		const live = await call(sandbox(), 'sms', fields, { encoding });
		const dry = await call(sandbox(), 'sms', fields, { encoding, path: '/api/test' });
		expect([dry.status, dry.raw]).toEqual([9, live.raw]);
	});
});

test('tries of a one-time code are not used up', async () => {
	await prepare();
	const by = sandbox().reseller;
	const check = (code: string, path: string) =>
		call(sandbox(), 'validate_otp', { phone: PHONE, code }, { by, path });
	for (let nth = 0; nth < 9; nth++) await check('000000', '/api/test');
	expect(await check('012345', '/api')).toMatchObject({ status: 0 });
});

test('requests are counted apart', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE));
	await call(sandbox(), 'sms', smsTo(PHONE), { path: '/api/test' });
	await call(sandbox(), 'balance', {}, { path: '/api/test' });
	expect(sandbox().counters()).toMatchObject({
		requests: { live: { sms: 1 }, test: { sms: 1, balance: 1 } },
		messages: 1,
	});
});

describe('in the dialect shippedTest', () => {
	const spoken = useSandbox({ dialect: 'shippedTest' });

	test.each(ENCODINGS)('checks a send, in %s', async (encoding) => {
		const { status, fields } = await call(spoken(), 'sms', smsTo(PHONE), {
			encoding,
			path: '/api/test',
		});
		expect({ status, ships: 'shipment_id' in fields }).toEqual({ status: 0, ships: true });
		expect(spoken().counters()).toMatchObject({ messages: 0, repeated: [] });
	});
});

describe('in the dialect noTest', () => {
	const spoken = useSandbox({ dialect: 'noTest' });

	test('there is no test address', async () => {
		expect((await post(spoken(), '<sms/>', {}, '/api/test')).status).toBe(404);
	});
});
