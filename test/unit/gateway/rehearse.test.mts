import { redirected } from '../../../gateway/texts/rehearse';
import type { GatewayTree } from '../../../gateway/values/tree';

const PHONE = '0537778899';
const to = (...phone: unknown[]) => ({ destinations: { phone } as GatewayTree });
const withId = { $: { id: 'order-1' }, _: '0501111111' };

test.each<[string, string, object, object]>([
	[
		'sms',
		'To 050-111 1111: Hello',
		{ ...to(withId), message: 'Hello', temp_bl: '3' },
		{ destinations: { phone: [{ $: { id: 'order-1' }, _: PHONE }] }, temp_bl: undefined },
	],
	[
		'sms',
		'To 050-111 1111 and 1 more: Hi',
		{ ...to('0501111111', '0502222222'), message: 'Hi' },
		{},
	],
	['sms', 'To 050-111 1111: Hi', { ...to('0501111111'), message: 'Hi', tts: { type: 4 } }, {}],
])('sends %s to the one phone: %s', (root, message, body, more) => {
	const sent = redirected(root, body as GatewayTree, PHONE);
	expect(sent).toMatchObject({ destinations: { phone: [PHONE] }, ...more, message });
	expect(sent).not.toHaveProperty('includes_international');
});

test('sends each message of a batch as a text of its own', () => {
	const sms = ['0501111111', '0502222222'].map((phone) => ({ ...to(phone), message: 'Hi' }));
	expect(redirected('bulk', { messages: { sms } }, PHONE)).toMatchObject({
		messages: { sms: [{ message: 'To 050-111 1111: Hi' }, { message: 'To 050-222 2222: Hi' }] },
	});
});

test('says what the code of a text of the service is, and sends it abroad', () => {
	expect(redirected('send_otp', { phone: '0501111111' }, PHONE)).toEqual({
		phone: PHONE,
		text: 'To 050-111 1111: The code is [code]',
	});
	const abroad = redirected('sms', { ...to('0501111111'), message: 'Hi' }, '12125550100');
	expect(abroad).toMatchObject({ includes_international: '1' });
	expect(redirected('validate_otp', { phone: '0501111111', code: '1' }, PHONE)).toEqual({
		phone: PHONE,
		code: '1',
	});
});

test.each<[string, string, object]>([
	['a contact list', 'sms', { destinations: { cl_id: ['7'] }, message: 'Hi' }],
	['a contact list', 'bulk', { messages: { sms: [{ ...to('0501111111'), cl_id: '7' }] } }],
	["'phones' may reach people", 'sms', { ...to('0501111111'), phones: '0502222222' }],
	["'group' may reach people", 'sms', { destinations: { phone: ['0501111111'], group: '7' } }],
	["'phones' may reach people", 'bulk', { messages: { sms: [] }, phones: '0502222222' }],
	["'$' may reach people", 'sms', { $: { phone: '0502222222' }, ...to('0501111111') }],
	["'whatsapp' may reach people", 'whatsapp', { phone: '0501111111' }],
	["'SMS' may reach people", 'SMS', to('0501111111')],
	["'mms' may reach people", 'mms', { to: '0501111111' }],
	["'messages' may reach people", 'bulk', { messages: { message: [{ phone: '0501111111' }] } }],
	['may reach people', 'sms', { destinations: { phone: [PHONE], cl: { id: '5' } } }],
	['may reach people', 'sms', { ...to(PHONE), list_id: ['7'] }],
])('refuses %s by %s', (told, root, body) => {
	const redirect = () => redirected(root, body as GatewayTree, PHONE);
	expect(redirect).toThrow(/^cannot be rehearsed/);
	expect(redirect).toThrow(told);
});

test('leaves alone what reaches nobody', () =>
	expect(redirected('newCL', { cl: { name: 'x' } }, PHONE)).toEqual({ cl: { name: 'x' } }));

test.each([501111111, `${PHONE} 0501111111`, ['0501111111', { _: '0502222222' }]])(
	'sends a raw request to %j to the one phone',
	(phone) => {
		const body = { destinations: { phone }, message: 'Hi' } as GatewayTree;
		expect(redirected('sms', body, PHONE)).toMatchObject({ destinations: { phone: [PHONE] } });
	},
);

test.each<[string, object]>([
	['sms', { destinations: null, message: 'Hi' }],
	['bulk', { messages: { sms: [null] } }],
])('takes an empty value in %s for a missing one', (root, body) => {
	const redirect = () => redirected(root, body as GatewayTree, PHONE);
	expect(redirect).not.toThrow();
	expect(JSON.stringify(redirect())).toContain(PHONE);
});
