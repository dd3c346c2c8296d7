import { isRehearsed, listsIn, rehearse, writtenPhone } from '../../../gateway/rehearsal';
import type { GatewayTree } from '../../../gateway/tree';

const REHEARSAL = '0537778899';
const at = (phone: string, id: string) => ({ $: { id }, _: phone });
const mine = (id: string) => ({ destinations: { phone: [at(REHEARSAL, id)] } });

test.each([
	['0501234567', '050-123 4567'],
	['972501234567', '050-123 4567'],
	['+972 (0)50-1234567', '050-123 4567'],
	['031234567', '03-123 4567'],
	['0771234567', '077-123 4567'],
	['12125550100', '+12125550100'],
	['376312345', '+376312345'],
	['05', '05'],
	['', ''],
])('writes the number %j as %j', (phone, written) => {
	expect(writtenPhone(phone)).toBe(written);
});

const sms = (parts: GatewayTree): GatewayTree => ({ source: 'TextMe', message: 'Hello', ...parts });

describe('a text goes to the one phone', () => {
	test('sends a text with the intended number in front and all of its settings', () => {
		const body = sms({
			destinations: { phone: [at('0501234567', 'a')] },
			timing: '15/01/26 10:00',
			add_unsubscribe: '2',
			campaign_name: 'Sale',
			tag: '#',
			links: { link: [{ $: { id: '1' }, _: 'https://example.com' }] },
			temp_bl: '3',
			includes_international: '0',
		});
		expect(rehearse('sms', body, REHEARSAL, 10)).toEqual({
			root: 'sms',
			sent: 1,
			left: 0,
			body: {
				source: 'TextMe',
				...mine('a'),
				message: 'To 050-123 4567: Hello',
				timing: '15/01/26 10:00',
				add_unsubscribe: '2',
				campaign_name: 'Sale',
				tag: '#',
				links: { link: [{ $: { id: '1' }, _: 'https://example.com' }] },
				includes_international: '0',
			},
		});
	});

	test('one for each number, with the ID of each', () => {
		const body = sms({ destinations: { phone: [at('0501234567', 'a'), at('0527654321', 'b')] } });
		const rehearsed = rehearse('sms', body, REHEARSAL, 10);
		expect(rehearsed).toMatchObject({ root: 'bulk', sent: 2, left: 0 });
		expect(rehearsed.body?.messages).toEqual({
			sms: [
				{ source: 'TextMe', ...mine('a'), message: 'To 050-123 4567: Hello' },
				{ source: 'TextMe', ...mine('b'), message: 'To 052-765 4321: Hello' },
			],
		});
	});

	test('sends one text in place of a contact list', () => {
		const body = sms({ destinations: { cl_id: ['21501', '21502'] }, add_dynamic: '1' });
		const sizes = new Map([['21501', 1]]);
		const rehearsed = rehearse('sms', body, REHEARSAL, 10, sizes);
		expect(JSON.stringify(rehearsed)).toContain('To contact list 21501 (1 contact): Hello');
		expect(JSON.stringify(rehearsed)).toContain('To contact list 21502: Hello');
		expect(listsIn(body)).toEqual(['21501', '21502']);
		expect(JSON.stringify(rehearsed)).not.toMatch(/cl_id|add_dynamic/);
	});

	test('sends without an ID', () => {
		const rehearsed = rehearse('sms', sms({ destinations: { phone: '0501234567' } }), REHEARSAL, 1);
		expect(rehearsed.body?.destinations).toEqual({ phone: [{ _: REHEARSAL }] });
	});

	test('cuts a long text to what the service takes', () => {
		const body = sms({ destinations: { phone: '0501234567' }, message: 'x'.repeat(1005) });
		const message = rehearse('sms', body, REHEARSAL, 1).body?.message as string;
		expect([message.length, message.slice(0, 19)]).toEqual([1005, 'To 050-123 4567: xx']);
	});

	test('sends to a phone abroad, too', () => {
		const body = sms({ destinations: { phone: '0501234567' }, includes_international: '0' });
		for (const phone of ['12125550100', '376312345']) {
			expect(rehearse('sms', body, phone, 1).body?.includes_international).toBe('1');
		}
	});
});

describe('a batch', () => {
	const people = (count: number) =>
		Array.from({ length: count }, (_, n) =>
			sms({ destinations: { phone: [at(`05012345${n + 10}`, `id-${n}`)] }, message: `Hello ${n}` }),
		);

	test('sends the first ten and counts the others', () => {
		const body = { messages: { sms: people(14) }, campaign_name: 'Sale', temp_bl: '1' };
		const rehearsed = rehearse('bulk', body, REHEARSAL, 10);
		expect(rehearsed).toMatchObject({ root: 'bulk', sent: 10, left: 4 });
		const { messages, ...settings } = rehearsed.body ?? {};
		const texts = (messages as { sms: GatewayTree[] }).sms;
		expect(texts.map(({ message }) => message)[9]).toBe('To 050-123 4519: Hello 9');
		expect(settings).toEqual({ campaign_name: 'Sale' });
	});

	test.each([
		['an array', people(2)],
		['an array of sms', people(2).map((each) => ({ sms: each }))],
		['one sms', { sms: people(1)[0] }],
	])('written as %s', (_, messages) => {
		const rehearsed = JSON.stringify(rehearse('bulk', { messages }, REHEARSAL, 10));
		expect(rehearsed).toContain('To 050-123 4510: Hello 0');
		expect(rehearsed).not.toMatch(/"05012345/);
	});

	test('sends one text in place of a list beside the numbers', () => {
		const body = { messages: { sms: [{ ...people(1)[0], cl_id: '21501' }] } };
		expect(rehearse('bulk', body, REHEARSAL, 10)).toMatchObject({ sent: 2, left: 0 });
		expect(listsIn(body)).toEqual(['21501']);
		expect(JSON.stringify(rehearse('bulk', body, REHEARSAL, 10))).not.toContain('cl_id');
	});

	test.each([
		['sms', sms({ destinations: { phone: '0501234567' } })],
		['sms', sms({ destinations: { phone: '0501234567' }, tts: { type: 4 } })],
		['bulk', { messages: { sms: people(2) } }],
		['send_otp', { phone: '0501234567', text: '[code]' }],
	])('nothing of a %s goes out when ten have gone', (root, body) => {
		expect(rehearse(root, body, REHEARSAL, 0)).toMatchObject({ body: undefined, sent: 0 });
		expect(rehearse(root, body, REHEARSAL, 0).left).toBeGreaterThan(0);
	});

	test.each([
		['sms', {}],
		['sms', { destinations: 'x' }],
		['bulk', {}],
		['bulk', { messages: 'x' }],
	])('nothing goes out of a %s without recipients: %j', (root, body) => {
		expect(rehearse(root, body, REHEARSAL, 10)).toMatchObject({ body: undefined, left: 0 });
	});
});

test('names the first number in a call and counts the others', () => {
	const body = sms({
		destinations: { phone: [at('0501234567', 'a'), at('0527654321', 'b')], cl_id: ['21501'] },
		tts: { type: 4, rate: 0 },
	});
	expect(rehearse('sms', body, REHEARSAL, 10)).toEqual({
		root: 'sms',
		sent: 1,
		left: 2,
		body: {
			source: 'TextMe',
			...mine('a'),
			message: 'To 050-123 4567 and 2 more: Hello',
			tts: { type: 4, rate: 0 },
		},
	});
});

test('texts a code to the one phone, and checks it there', () => {
	const body = { source: 'TextMe', phone: '0501234567', text: 'Code: [code]', app_id: 2 };
	expect(rehearse('send_otp', body, REHEARSAL, 1).body).toEqual({
		...body,
		phone: REHEARSAL,
		text: 'To 050-123 4567: Code: [code]',
	});
	const own = rehearse('send_otp', { phone: '0501234567' }, REHEARSAL, 1);
	expect(own.body?.text).toBe('To 050-123 4567: The code is [code]');
	const check = rehearse('validate_otp', { phone: '0501234567', code: '012345' }, REHEARSAL, 0);
	expect(check.body).toEqual({ phone: REHEARSAL, code: '012345' });
});

test.each(['balance', 'cancel', 'addNumBL', 'constructor', 'toString'])(
	'%s is left as it is',
	(root) => {
		const body = { phones: { phone: ['0501234567'] } };
		expect(isRehearsed(root)).toBe(false);
		expect(rehearse(root, body, REHEARSAL, 0)).toEqual({ root, body, sent: 0, left: 0 });
	},
);
