import { call, ENCODINGS, type Fields, PHONE, smsTo, withId } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const texts = () =>
	sandbox()
		.messages()
		.map(({ text }) => text);
const phones = () =>
	sandbox()
		.messages()
		.map(({ phone }) => phone);

const listOf = (...contacts: Fields[]) =>
	call(sandbox(), 'newCL', { cl: { name: 'List', destinations: { destination: contacts } } });
const DANA = { phone: '0501111111', df1: 'Dana', df6: 'last' };
const YOSSI = { phone: '502222222', df1: 'Yossi' };
const toList = (more: Fields = {}) => ({
	source: 'TextMe',
	destinations: { cl_id: '21501' },
	message: 'Hello [DYNAMIC_FIELD1]/[DYNAMIC_FIELD6]/[DYNAMIC_FIELD7]',
	...more,
});

describe.each(ENCODINGS)('what arrives, sent in %s', (encoding) => {
	const TEXTS: [string, Fields, unknown][] = [
		['a plain text', { message: 'שלום & "hi" <b>' }, 'שלום & "hi" <b>'],
		['a tag', { tag: '#', message: 'Hello' }, '<#>Hello'],
		[
			'short links',
			{
				message: 'See [link-7] or [shop]',
				links: {
					link: [
						{ $: { id: '7' }, _: 'https://a.example/very/long?x=1&y=2' },
						{ $: { id: 'shop' }, _: 'http://b.example' },
					],
				},
			},
			expect.stringMatching(
				/^See http:\/\/127\.0\.0\.1:\d+\/s\/\S{8} or http:\/\/127\.0\.0\.1:\d+\/s\/\S{8}$/,
			) as string,
		],
		['line breaks', { message: 'One\nTwo' }, 'One\nTwo'],
		['an emoji', { message: '👍🏽' }, '👍🏽'],
		['the longest text', { message: 'ש'.repeat(1005) }, 'ש'.repeat(1005)],
	];
	test.each(TEXTS)('delivers a text as it was sent: %s', async (_name, more, expected) => {
		const reply = await call(sandbox(), 'sms', smsTo(PHONE, more), { encoding });
		expect(reply.status).toBe(0);
		expect(texts()).toEqual([expected]);
	});

	test('every written form of a number is the same handset', async () => {
		const destinations = { phone: ['501234567', '0501234567', withId('0501234567', '')] };
		await call(sandbox(), 'sms', smsTo(PHONE, { destinations }), { encoding });
		expect(phones()).toEqual([PHONE, PHONE, PHONE]);
	});

	test('dynamic fields are merged for add_dynamic 1', async () => {
		await listOf(DANA, YOSSI);
		await call(sandbox(), 'sms', toList({ add_dynamic: '1' }), { encoding });
		expect(texts()).toEqual(['Hello Dana/last/[DYNAMIC_FIELD7]', 'Hello Yossi//[DYNAMIC_FIELD7]']);
	});

	test('any other add_dynamic merges nothing', async () => {
		await listOf(DANA);
		await call(sandbox(), 'sms', toList({ add_dynamic: '2' }), { encoding });
		expect(texts()).toEqual(['Hello [DYNAMIC_FIELD1]/[DYNAMIC_FIELD6]/[DYNAMIC_FIELD7]']);
	});
});

describe('bulk', () => {
	const one = smsTo(PHONE, { message: 'One' });
	const two = smsTo('0521111111', { message: 'Two', source: '0559000100' });
	const SHAPES: [string, unknown][] = [
		['messages.sms as array', { sms: [one, two] }],
		['messages as array of sms', [{ sms: one }, { sms: two }]],
		['messages as bare array', [one, two]],
		['messages as array holding an array', [{ sms: [one, two] }]],
	];
	test.each(SHAPES)('takes a bulk of the shape: %s', async (_name, messages) => {
		const reply = await call(sandbox(), 'bulk', { messages, campaign_name: 'Batch' });
		expect(reply.status).toBe(0);
		expect(sandbox().messages({ campaignName: 'Batch' })).toMatchObject([
			{ phone: PHONE, text: 'One', source: 'TextMe', campaignId: 700_001 },
			{ phone: '0521111111', text: 'Two', source: '0559000100', campaignId: 700_001 },
		]);
	});

	test('sends a request in XML', async () => {
		await call(sandbox(), 'bulk', { messages: { sms: [one, two] } }, { encoding: 'xml' });
		expect(texts()).toEqual(['One', 'Two']);
	});

	test('2,500 messages are a batch', async () => {
		const sms = Array.from({ length: 2_500 }, (_, n) => smsTo(`05${20_000_000 + n}`));
		expect(await call(sandbox(), 'bulk', { messages: { sms } })).toMatchObject({ status: 0 });
		expect(sandbox().counters().messages).toBe(2_500);
	});

	test('one bad message refuses all', async () => {
		const reply = await call(sandbox(), 'bulk', { messages: [one, smsTo('05')] });
		expect(reply.status).toBe(9);
		expect(sandbox().counters().messages).toBe(0);
	});
});

describe('what it costs', () => {
	const COSTS: [string, Fields, number][] = [
		['160 Latin letters', { message: 'x'.repeat(160) }, 1],
		['161 Latin letters', { message: 'x'.repeat(161) }, 2],
		['306 Latin letters', { message: 'x'.repeat(306) }, 2],
		['307 Latin letters', { message: 'x'.repeat(307) }, 3],
		['80 letters that count twice', { message: '€'.repeat(80) }, 1],
		['81 letters that count twice', { message: '€'.repeat(81) }, 2],
		['71 Hebrew letters', { message: 'ש'.repeat(71) }, 2],
		['a call, however long', { message: 'x'.repeat(400), tts: { type: 4 } }, 1],
		['a text and a call', { tts: { type: 3 } }, 2],
	];
	test.each(COSTS)('charges for a text: %s', async (_name, more, cost) => {
		await call(sandbox(), 'sms', smsTo(PHONE, more));
		expect(sandbox().accountView()).toMatchObject({ credits: 100_000 - cost, money: 500 });
	});

	test('counts 972 as home when an account may send abroad', async () => {
		await call(sandbox(), 'sms', smsTo('972501234567', { includes_international: 1 }));
		expect(phones()).toEqual([PHONE]);
		expect(sandbox().accountView()).toMatchObject({ credits: 99_999, money: 500 });
	});

	test('blocked numbers cost nothing', async () => {
		await call(sandbox(), 'addNumBL', { phones: { phone: PHONE } });
		await call(sandbox(), 'sms', smsTo([PHONE, '0521111111']));
		expect(sandbox().accountView().credits).toBe(99_999);
	});
});

describe('temp_bl', () => {
	const send = (phone: unknown, temp_bl?: string) =>
		call(sandbox(), 'sms', smsTo(phone, temp_bl === undefined ? {} : { temp_bl }));

	test('skips who had a message in the last days, and only them', async () => {
		await send(PHONE);
		expect(await send([PHONE, '0521111111'], '14')).toMatchObject({ status: 0 });
		expect(phones()).toEqual([PHONE, '0521111111']);
	});

	test('lasts as many days as asked', async () => {
		await send(PHONE);
		await sandbox().advanceClock(3 * 86_400_000);
		expect(await send(PHONE, '3')).toMatchObject({ status: 715 });
		expect(await send(PHONE, '2')).toMatchObject({ status: 0 });
	});
});

test.each(['0', '1', '4', '99', ''])('add_unsubscribe %p means none', async (add_unsubscribe) => {
	const reply = await call(sandbox(), 'sms', smsTo(PHONE, { add_unsubscribe }));
	expect(reply.status).toBe(0);
	expect(sandbox().messages()).toMatchObject([{ optOut: undefined }]);
});

test.each([
	[3, 'link'],
	['2', 'reply'],
])('add_unsubscribe %p is a way out by %s', async (add_unsubscribe, optOut) => {
	await call(sandbox(), 'sms', smsTo(PHONE, { add_unsubscribe }));
	expect(sandbox().messages()).toMatchObject([{ optOut }]);
});

test('lets an account with sending hours send by day', async () => {
	const by = sandbox().daytimeOnly;
	expect(await call(sandbox(), 'sms', smsTo(PHONE), { by })).toMatchObject({ status: 0 });
});
