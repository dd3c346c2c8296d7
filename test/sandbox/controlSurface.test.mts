// The control surface over HTTP: the same functions as those of the Sandbox object.
import { CONTROL_ROUTES } from '../../sandbox/control/controlRoutes.mts';
import { createControls, type Controls } from '../../sandbox/control/controls.mts';
import type { World } from '../../sandbox/world.mts';
import { askControls } from './askControls.mts';
import { call, PHONE, smsTo, withId } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask, get, tell } = askControls(sandbox);

test('every function has a route, and every route a function', () => {
	const functions = Object.keys(createControls({} as World)) as (keyof Controls)[];
	expect([...new Set(CONTROL_ROUTES.map(({ mirrors }) => mirrors))].sort()).toEqual(
		functions.sort(),
	);
});

test('lists its own addresses', async () => {
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
	expect(await get('/pushes?feed=incoming')).toStrictEqual([]);
	expect(await get('/pushes?addressId=2')).toStrictEqual([]);
	expect(await tell('/push-addresses/1/restart')).toMatchObject({ state: 'active' });
	expect((await ask('DELETE', '/push-addresses/1')).http).toBe(200);
	expect(await get('/push-addresses')).toStrictEqual([]);
});

test('reads, moves, sets, runs and freezes the clock', async () => {
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

test('lets a handset write, opt out and show its conversation', async () => {
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

test('sends a reply to whoever wrote last, or to whom it names', async () => {
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

test('logs what a fault did to a request', async () => {
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
	expect(await get('/messages')).toStrictEqual([]);
	expect(await get('/push-addresses')).toStrictEqual([]);
	expect(await get('/faults')).toStrictEqual([]);
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
] as const)('refuses %s %s %j with a reason', async (method, path, body, reason) => {
	const reply = await ask(method, path, body);
	expect(reply.http).toBe(400);
	expect((reply.body as { error: string }).error).toContain(reason);
});

// What the page shows tells of the others.
test('events tell what happens to feeds, senders and blocks', async () => {
	const seen: string[] = [];
	const { events } = sandbox();
	const names = ['feed', 'sender', 'block', 'reset'] as const;
	for (const name of names) events.on(name, () => seen.push(name));
	sandbox().registerPush({ feed: 'blocklist', url: 'http://127.0.0.1:1/nobody' });
	sandbox().optOut({ phone: PHONE });
	await sandbox().advanceClock(10 * 3_600_000);
	sandbox().restartPush(1);
	await call(sandbox(), 'verify_phone', { phone: '0521111111' });
	sandbox().reset();
	for (const name of names) events.removeAllListeners(name);
	expect(seen).toEqual(['feed', 'block', 'feed', 'feed', 'sender', 'reset']);
});
