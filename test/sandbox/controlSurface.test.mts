// The control surface over HTTP: the same functions as those of the Sandbox object.
import { CONTROL_ROUTES } from '../../sandbox/control/controlRoutes.mts';
import { createControls, type Controls } from '../../sandbox/control/controls.mts';
import type { World } from '../../sandbox/world.mts';
import { call, smsTo, withId } from './call.mts';
import { PushReceiver } from './pushReceiver.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const PHONE = '0501234567';

async function ask(method: string, path: string, body?: unknown) {
	const response = await fetch(`${sandbox().baseUrl}/sandbox${path}`, {
		method,
		...(body === undefined
			? {}
			: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
	});
	return { http: response.status, body: await response.json() };
}
const get = async (path: string) => (await ask('GET', path)).body;
const tell = async (path: string, body?: unknown) =>
	(await ask('POST', path, body)).body as Record<string, unknown>;

test('every function has a route, and every route a function', () => {
	const functions = Object.keys(createControls({} as World)) as (keyof Controls)[];
	expect([...new Set(CONTROL_ROUTES.map(({ mirrors }) => mirrors))].sort()).toEqual(
		functions.sort(),
	);
});

test('the surface lists itself', async () => {
	expect(await get('')).toEqual(
		CONTROL_ROUTES.map(({ method, path, meaning }) => ({ method, path, meaning })),
	);
});

test('push addresses: registered, listed, stopped, restarted, removed', async () => {
	const feed = 'delivery';
	const url = 'http://127.0.0.1:1/nobody';
	const address = await tell('/push-addresses', { feed, url });
	expect(address).toMatchObject({ id: 1, feed, url, username: 'demo', state: 'active' });
	await call(sandbox(), 'sms', smsTo(withId(PHONE, 'a')));
	await tell('/clock/advance', { ms: 10 * 3_600_000 });
	expect(await get('/push-addresses')).toMatchObject([{ id: 1, state: 'stopped' }]);
	expect(await get('/pushes?feed=delivery&addressId=1')).toMatchObject([
		{ state: 'dropped', attempts: Array(5).fill({ answer: 'ECONNREFUSED' }) },
	]);
	expect(await get('/pushes?feed=incoming')).toEqual([]);
	expect(await get('/pushes?addressId=2')).toEqual([]);
	expect(await tell('/push-addresses/1/restart')).toMatchObject({ state: 'active' });
	expect((await ask('DELETE', '/push-addresses/1')).http).toBe(200);
	expect(await get('/push-addresses')).toEqual([]);
});

test('a push is repeated', async () => {
	const receiver = new PushReceiver();
	const url = await receiver.start();
	await tell('/push-addresses', { feed: 'incoming', url });
	await tell('/handset/reply', { phone: PHONE, text: 'Hi' });
	await tell('/pushes/1/repeat');
	await tell('/settle');
	await receiver.close();
	expect(receiver.received).toHaveLength(2);
});

test('the clock is read, moved, set, run and frozen', async () => {
	const start = Date.parse('2026-01-15T10:00:00+02:00');
	expect(await get('/clock')).toEqual({
		now: start,
		iso: '2026-01-15T10:00:00+02:00',
		frozen: true,
	});
	expect(await tell('/clock/advance', { ms: 1_500 })).toMatchObject({ now: start + 1_500 });
	const summer = await tell('/clock/set', { to: '2026-07-01T00:00:00Z' });
	expect(summer).toMatchObject({ iso: '2026-07-01T03:00:00+03:00' });
	expect(await tell('/clock/run')).toMatchObject({ frozen: false });
	expect(await tell('/clock/freeze')).toMatchObject({ frozen: true });
	expect(await get('/clock')).toEqual(await get('/clock'));
});

test('a handset writes, opts out and shows its conversation', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE, { source: '0559000100', message: 'Coming?' }));
	await sandbox().advanceClock(60_000);
	const reply = await tell('/handset/reply', { phone: '+972 50-123-4567', text: 'Yes' });
	expect(reply).toMatchObject({ phone: PHONE, dest: '0559000100', message: 'Yes' });
	const lines = [
		{ direction: 'to handset', text: 'Coming?', peer: '0559000100', username: 'demo' },
		{ direction: 'from handset', text: 'Yes', peer: '0559000100', username: 'demo' },
	];
	expect(await get(`/handsets/${PHONE}`)).toMatchObject(lines);
	expect(await get('/handsets')).toMatchObject([{ phone: PHONE, messages: 2, last: lines[1] }]);
	expect(await tell('/handset/opt-out', { phone: PHONE })).toMatchObject({ by: 'recipient' });
	expect(await get('/accounts/demo')).toMatchObject({ blocked: [{ phone: PHONE }] });
});

test('a reply goes to whoever wrote last, or to whom it names', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE), { by: sandbox().otherUser });
	expect(await tell('/handset/reply', { phone: PHONE, text: 'a' })).toMatchObject({
		username: 'demo-other',
	});
	const named = { phone: PHONE, text: 'b', username: 'demo-sub', dest: '0559999999' };
	expect(await tell('/handset/reply', named)).toMatchObject({
		username: 'demo-sub',
		dest: '0559999999',
	});
	expect(await tell('/handset/reply', { phone: '0529999999', text: 'c' })).toMatchObject({
		username: 'demo',
	});
});

test('one-time codes, senders and accounts', async () => {
	expect(await get(`/otp/${PHONE}`)).toEqual({ code: null });
	await call(sandbox(), 'send_otp', { phone: PHONE, source: 'TextMe' });
	expect(await get(`/otp/${PHONE}`)).toEqual({ code: '012345' });
	await call(sandbox(), 'verify_phone', { phone: '036543210' });
	expect(await tell('/senders/verify', { number: '36543210' })).toMatchObject({
		state: 'verified',
	});
	expect(await get('/accounts/demo')).toMatchObject({
		username: 'demo',
		credits: 99_999,
		money: 500,
		mail: 1_000,
		senders: [{}, {}, { number: '036543210', state: 'verified' }],
	});
});

test('messages are filtered by every field', async () => {
	const send = (phone: unknown, more = {}) => call(sandbox(), 'sms', smsTo(phone, more));
	await send(withId(PHONE, 'a'), { message: 'First one', campaign_name: 'Sale' });
	await sandbox().advanceClock(10_000);
	await send('0521111111', { message: 'Second', source: '0559000100', tts: { type: 4 } });
	await call(sandbox(), 'sms', smsTo(PHONE), { by: sandbox().subAccount });
	const filters: [string, number[]][] = [
		['', [1, 2, 3]],
		['phone=972501234567', [1, 3]],
		['phone=0531111111', []],
		['text=Second', [2]],
		['text=First', []],
		['textIncludes=First', [1]],
		['externalId=a', [1]],
		['externalId=b', []],
		['state=delivered', [1]],
		['kind=voice', [2]],
		['source=0559000100', [2]],
		['username=demo-sub', [3]],
		['campaignId=700002', [2]],
		['campaignId=1', []],
		['campaignName=Sale', [1]],
		['dlr=102', [1]],
		[`phone=${PHONE}&state=accepted`, [3]],
	];
	const found: [string, number[]][] = [];
	for (const [query] of filters) {
		const messages = (await get(`/messages?${query}`)) as { id: number }[];
		found.push([query, messages.map(({ id }) => id)]);
	}
	expect(found).toEqual(filters);
});

describe('waiting for a message', () => {
	test('that is there already', async () => {
		await call(sandbox(), 'sms', smsTo(PHONE));
		expect(await tell('/wait-for', { where: { phone: PHONE } })).toMatchObject({ id: 1 });
	});

	test('that comes later, and a state it reaches later', async () => {
		const coming = tell('/wait-for', { where: { text: 'Hello', state: 'accepted' } });
		await call(sandbox(), 'sms', smsTo(PHONE));
		expect(await coming).toMatchObject({ phone: PHONE, state: 'accepted' });
		const delivered = sandbox().waitForMessage({ phone: PHONE, state: 'delivered' });
		await sandbox().advanceClock(10_000);
		expect(await delivered).toMatchObject({ dlr: 102 });
	});

	test('that never comes', async () => {
		const { http, body } = await ask('POST', '/wait-for', {
			where: { phone: '0529999999' },
			timeoutMs: 1,
		});
		expect([http, body]).toEqual([
			408,
			{ error: 'No message like {"phone":"0529999999"} in 1 ms; 0 in all.' },
		]);
	});
});

test('counters tell how many, and what anybody got twice', async () => {
	await call(sandbox(), 'sms', smsTo([PHONE, '0521111111']));
	await call(sandbox(), 'sms', smsTo(PHONE, { message: 'Other' }));
	expect(await get('/counters')).toMatchObject({ messages: 3, repeated: [] });
	await call(sandbox(), 'sms', smsTo('501234567'));
	expect(await get('/counters')).toEqual({
		requests: { live: { sms: 3 }, test: {} },
		messages: 4,
		repeated: [{ phone: PHONE, text: 'Hello', kind: 'sms', count: 2 }],
	});
	expect(await get('/counters/sent?phone=972501234567&text=Hello')).toEqual({ count: 2 });
	expect(await get('/counters/sent?phone=0501234567&text=Never')).toEqual({ count: 0 });
});

test('a text and a call to one person are not the same message twice', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE, { tts: { type: 3 } }));
	expect(sandbox().counters()).toMatchObject({ messages: 2, repeated: [] });
	expect(sandbox().timesSent(PHONE, 'Hello')).toBe(2);
});

test('requests are remembered without their token', async () => {
	await call(sandbox(), 'balance', {}, { encoding: 'xml' });
	await call(sandbox(), 'sms', smsTo('05'));
	const requests = (await get('/requests')) as object[];
	expect(requests).toMatchObject([
		{ id: 1, root: 'balance', encoding: 'xml', status: 0, address: '/api', username: 'demo' },
		{ id: 2, root: 'sms', encoding: 'json', status: 9 },
	]);
	expect(requests[0]).toMatchObject({
		headers: { authorization: 'Bearer ***', 'content-type': 'application/xml' },
		body: expect.stringContaining('<username>demo</username>') as string,
	});
	expect(JSON.stringify(requests)).not.toContain('sandbox-token');
	expect(await get('/requests?root=sms')).toHaveLength(1);
});

test('faults are added, listed and removed', async () => {
	expect(await tell('/faults', { kind: 'html', root: 'sms', times: 2 })).toMatchObject({ id: 1 });
	await tell('/faults', { kind: 'reset' });
	expect(await get('/faults')).toMatchObject([
		{ id: 1, kind: 'html', phase: 'before', times: 2 },
		{ id: 2 },
	]);
	await ask('DELETE', '/faults/1');
	expect(await get('/faults')).toMatchObject([{ id: 2 }]);
	await ask('DELETE', '/faults');
	expect(await get('/faults')).toEqual([]);
});

test('what a fault did is in the request log', async () => {
	await tell('/faults', { kind: 'html' });
	await post('<balance/>');
	expect(await get('/requests')).toMatchObject([{ fault: 'html', root: 'balance' }]);
});

const post = (body: string) => fetch(`${sandbox().baseUrl}/api`, { method: 'POST', body });

test('latency holds every reply back', async () => {
	await tell('/latency', { ms: 40 });
	const order: string[] = [];
	const slow = post('<balance/>').then(() => order.push('service'));
	await get('/clock').then(() => order.push('control'));
	await slow;
	expect(order).toEqual(['control', 'service']);
});

test('reset leaves nothing behind', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE));
	await tell('/push-addresses', { feed: 'incoming', url: 'http://127.0.0.1:1/' });
	await tell('/faults', { kind: 'reset' });
	await tell('/latency', { ms: 1 });
	await tell('/clock/advance', { ms: 1_000 });
	expect(await tell('/reset')).toEqual({ ok: true });
	expect(await get('/messages')).toEqual([]);
	expect(await get('/push-addresses')).toEqual([]);
	expect(await get('/faults')).toEqual([]);
	expect(await get('/counters')).toMatchObject({ messages: 0, requests: { live: {} } });
	expect(await get('/clock')).toMatchObject({ iso: '2026-01-15T10:00:00+02:00' });
	expect(await get('/accounts/demo')).toMatchObject({ credits: 100_000 });
	const again = await call(sandbox(), 'sms', smsTo(PHONE));
	expect(again.fields.shipment_id).toBe('700001');
});

test.each([
	['POST', '/push-addresses', { feed: 'gossip', url: 'http://x' }, 'gossip'],
	['POST', '/push-addresses', { feed: 'incoming', url: 'http://x', username: 'no' }, '"no"'],
	['POST', '/push-addresses/9/restart', undefined, 'no push address 9'],
	['POST', '/clock/set', { to: 'tomorrow' }, 'tomorrow'],
	['POST', '/clock/advance', { ms: 'soon' }, 'NaN'],
	['POST', '/senders/verify', { number: '0521111111' }, 'never submitted'],
	['POST', '/faults', { kind: 'toString' }, 'toString'],
	['POST', '/handset/reply', { text: 'Hi' }, '"phone" is missing'],
	['POST', '/handset/reply', { phone: '0501234567' }, '"text" is missing'],
	['POST', '/handset/opt-out', {}, '"phone" is missing'],
	['POST', '/clock/advance', {}, '"ms" is missing'],
	['GET', '/accounts/nobody', undefined, 'nobody'],
] as const)('%s %s %j is refused with a reason', async (method, path, body, reason) => {
	const reply = await ask(method, path, body);
	expect(reply.http).toBe(400);
	expect((reply.body as { error: string }).error).toContain(reason);
});

test('events tell what happens', async () => {
	const seen: string[] = [];
	const { events } = sandbox();
	const names = ['message', 'campaign', 'incoming', 'block', 'request', 'clock', 'reset'] as const;
	for (const name of names) events.on(name, () => seen.push(name));
	await call(sandbox(), 'sms', smsTo(PHONE));
	await sandbox().advanceClock(10_000);
	sandbox().handsetReply({ phone: PHONE, text: 'x' });
	sandbox().optOut({ phone: PHONE });
	sandbox().reset();
	for (const name of names) events.removeAllListeners(name);
	expect(seen).toEqual([
		'message',
		'campaign',
		'request',
		'message',
		'clock',
		'incoming',
		'block',
		'reset',
	]);
});
