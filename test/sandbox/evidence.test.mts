// What a test asserts by: messages, waiting, counters and the request log.
import { askControls } from './askControls.mts';
import { call, PHONE, smsTo, withId } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask, get, tell } = askControls(sandbox);

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
	test('finds evidence that is there already', async () => {
		await call(sandbox(), 'sms', smsTo(PHONE));
		expect(await tell('/wait-for', { where: { phone: PHONE } })).toMatchObject({ id: 1 });
	});

	test('waits for evidence that comes later, and for a state it reaches later', async () => {
		const coming = tell('/wait-for', { where: { text: 'Hello', state: 'accepted' } });
		await call(sandbox(), 'sms', smsTo(PHONE));
		expect(await coming).toMatchObject({ phone: PHONE, state: 'accepted' });
		const delivered = sandbox().waitForMessage({ phone: PHONE, state: 'delivered' });
		await sandbox().advanceClock(10_000);
		expect(await delivered).toMatchObject({ dlr: 102 });
	});

	test('fails when evidence never comes', async () => {
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

test('counts a cancelled message as not sent', async () => {
	const later = smsTo(PHONE, { timing: '16/01/26 10:00', campaign_name: 'Sale' });
	await call(sandbox(), 'sms', later);
	await call(sandbox(), 'sms', later);
	expect(sandbox().counters().repeated).toMatchObject([{ count: 2 }]);
	await call(sandbox(), 'cancel', { campaign_name: 'Sale' });
	await call(sandbox(), 'sms', smsTo(PHONE));
	expect(sandbox().counters().repeated).toStrictEqual([]);
	expect(sandbox().timesSent(PHONE, 'Hello')).toBe(1);
});

test('tells a text and a call to one person apart', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE, { tts: { type: 3 } }));
	expect(sandbox().counters()).toMatchObject({ messages: 2, repeated: [] });
	expect(sandbox().timesSent(PHONE, 'Hello')).toBe(2);
});

test('requests are remembered without their token', async () => {
	await call(sandbox(), 'balance', {}, { encoding: 'xml' });
	await call(sandbox(), 'sms', smsTo('05'));
	const requests = (await get('/requests')) as object[];
	expect(requests).toMatchObject([
		{ id: 1, root: 'balance', encoding: 'xml', status: 0, username: 'demo' },
		{ id: 2, root: 'sms', encoding: 'json', status: 9 },
	]);
	expect(requests[0]).toMatchObject({
		headers: { authorization: 'Bearer ***', 'content-type': 'application/xml' },
		body: expect.stringContaining('<username>demo</username>') as string,
	});
	expect(JSON.stringify(requests)).not.toContain('sandbox-token');
	expect(await get('/requests?root=sms')).toHaveLength(1);
});
