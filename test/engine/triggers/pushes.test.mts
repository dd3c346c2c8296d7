import { readPush } from '../../../nodes/events/pushEvent';
import { form, multipart, type PushRequest } from '../harness/fakeExchange.mts';
import { BLOCK, INCOMING, pushTrigger, receivePush, REPORT } from '../harness/pushes.mts';
import { eventsOf } from '../harness/triggerHost.mts';

/** Each feed's output; `unit/triggers/pushEvent` tests it field by field. */
const FEEDS = [REPORT, INCOMING, BLOCK].map((fields) => {
	const event = { ...readPush(fields), eventId: expect.any(String) as string };
	return [event.event, fields, event] as const;
});

const xmlOf = (fields: Record<string, string>) =>
	Object.entries(fields)
		.map(([name, text]) => `<${name}>${text.replaceAll('&', '&amp;')}</${name}>`)
		.join('');
const JSON_TYPE = 'application/json; charset=utf-8';
const MULTIPART = 'multipart/form-data; boundary=b';

type Wire = [string, (fields: Record<string, string>) => PushRequest];
const WIRE: Wire[] = [
	['form-encoded', (fields) => ({ body: form(fields) })],
	['JSON', (fields) => ({ body: JSON.stringify(fields), contentType: JSON_TYPE })],
	['XML', (fields) => ({ body: `<push>${xmlOf(fields)}</push>`, contentType: 'text/xml' })],
	['multipart/form-data', (fields) => ({ body: multipart(fields), contentType: MULTIPART })],
	['form-encoded of another type', (fields) => ({ body: form(fields), contentType: 'text/html' })],
	['in the query of a POST', (fields) => ({ query: fields })],
	['in the query of a GET', (fields) => ({ method: 'GET', query: fields })],
];

describe.each(WIRE)('a push %s', (_, write) => {
	test.each(FEEDS)('gives out a push of %s, normalised', async (_feed, fields, event) => {
		const { status, body, events } = await receivePush(write(fields));
		expect([status, body]).toEqual([200, '']);
		expect(events).toEqual([event]);
	});
});

test('gives out the raw fields when asked for', async () => {
	const { events } = await receivePush({ body: form(REPORT) }, { more: { includeRaw: true } });
	expect(events[0]?.raw).toEqual(REPORT);
});

test.each([
	['nothing', {}],
	['malformed JSON', { body: '{"status":', contentType: 'application/json' }],
	['a body that breaks off', { broken: true }],
	['names of JavaScript', { body: '__proto__=1&constructor=2&toString=3' }],
] as Array<[string, PushRequest]>)('answers with 200: %s', async (_, request) => {
	const asked = await receivePush(request);
	expect([asked.status, asked.body]).toEqual([200, '']);
	expect(asked.events[0]?.event).toBe('unknown');
	const notAsked = await receivePush(request, { events: ['deliveryReport'] });
	expect([notAsked.status, notAsked.started]).toEqual([200, false]);
});

test.each(['GET', 'HEAD'])('answers 200 to a probe by %s, and starts nothing', async (method) => {
	expect(await receivePush({ method })).toMatchObject({ status: 200, body: '', started: false });
	expect(await receivePush({ method, query: { ping: '1' } })).toMatchObject({
		status: 200,
		started: false,
	});
});

describe('the editor', () => {
	test('gives out a push in test mode, and notes nothing down', async () => {
		const trigger = await pushTrigger();
		for (let i = 0; i < 2; i++) {
			const { run } = await trigger.deliver({ body: form(REPORT) }, 'manual');
			expect(eventsOf(await run)).toHaveLength(1);
		}
		const { run } = await trigger.deliver({ body: form(REPORT) });
		expect(eventsOf(await run)).toHaveLength(1);
	});

	test('opening the test address gives a sample of each chosen event', async () => {
		const trigger = await pushTrigger();
		const { run, body } = await trigger.deliver({ method: 'GET' }, 'manual');
		expect(body).toContain('<h1>Sample sent to n8n</h1>');
		const real = await trigger.deliver({ method: 'GET', query: INCOMING }, 'manual');
		expect(eventsOf(await real.run)).toMatchObject([{ event: 'incomingMessage' }]);
		expect(eventsOf(await real.run)[0]).not.toHaveProperty('sample');
		expect(eventsOf(await run)).toMatchObject([
			{ event: 'deliveryReport', sample: true, phone: '0570000001', state: 'delivered' },
			{ event: 'incomingMessage', sample: true, phone: '0570000001', to: '0570000002' },
			{ event: 'blocklistAddition', sample: true, phone: '0570000001' },
		]);
	});
});

test.each([
	['https://n8n.example.com', false],
	['http://n8n:5678', true],
])('says in the browser whether the service can reach %s', async (url, isPrivate) => {
	const trigger = await pushTrigger({}, { webhookBaseUrl: `${url}/webhook` });
	const { body } = await trigger.deliver({ method: 'GET' }, 'manual');
	expect(body).toContain('<h1>Sample sent to n8n</h1>');
	expect(body.includes(`The Production URL, ${url}/`)).toBe(isPrivate);
	expect(body.match(/<p /g)).toHaveLength(isPrivate ? 2 : 1);
});

test('begins an event with what people look for, and ends it with its id', async () => {
	const trigger = await pushTrigger();
	const { run } = await trigger.deliver({ body: form(REPORT) });
	const names = Object.keys(eventsOf(await run)[0] ?? {});
	expect(names.slice(0, 4)).toEqual(['event', 'phone', 'state', 'date']);
	expect(names.at(-1)).toBe('eventId');
});

test.each([
	['all feeds', {}, 1],
	['all feeds, known events only', { filters: { knownOnly: true } }, 0],
	['some feeds', { events: ['deliveryReport', 'incomingMessage'] }, 0],
])('takes a push that the node does not know, with %s', async (_, parameters, count) => {
	const trigger = await pushTrigger(parameters);
	const { run } = await trigger.deliver({ body: 'type=ping' });
	expect(eventsOf(await run)).toHaveLength(count);
});
