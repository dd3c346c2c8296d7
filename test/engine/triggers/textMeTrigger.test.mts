import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { form, type PushRequest } from '../harness/fakeExchange.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { eventsOf, TriggerHost } from '../harness/triggerHost.mts';
import { BLOCK, INCOMING, REPORT } from './pushSamples.mts';

useRacyKeys();

const ALL = ['deliveryReport', 'incomingMessage', 'blocklistAddition', 'unknown'];

const host = (parameters: INodeParameters = {}) =>
	TriggerHost.start({ type: 'textMeTrigger', parameters: { events: ALL, ...parameters } });

async function receive(request: PushRequest, parameters?: INodeParameters) {
	const delivery = await (await host(parameters)).deliver(request);
	return { ...delivery, events: eventsOf(await delivery.run), started: delivery.run !== undefined };
}

const FEEDS: Array<[string, Record<string, string>, IDataObject]> = [
	[
		'deliveryReport',
		REPORT,
		{
			event: 'deliveryReport',
			externalId: 'order-1',
			shipmentId: '31518',
			phone: '0501234567',
			phoneInternational: '+972501234567',
			status: 102,
			state: 'delivered',
			final: true,
			meaning: 'Delivered',
			heMessage: 'הגיע ליעד',
			enMessage: 'Delivered',
			date: '2026-01-15T10:30:07+02:00',
			operator: 'Pelephone',
			eventId: expect.stringMatching(/^deliveryReport\|/) as string,
		},
	],
	[
		'incomingMessage',
		INCOMING,
		{
			event: 'incomingMessage',
			phone: '0501234567',
			phoneInternational: '+972501234567',
			dest: '0559000100',
			destInternational: '+972559000100',
			message: 'כן, stop & go + more',
			date: '2026-01-15T10:31:12+02:00',
			eventId: expect.stringMatching(/^incomingMessage\|/) as string,
		},
	],
	[
		'blocklistAddition',
		BLOCK,
		{
			event: 'blocklistAddition',
			phone: '0501234567',
			phoneInternational: '+972501234567',
			masked: false,
			message: 'המספר נחסם לקבלת הודעות',
			date: '2026-01-15T10:32:40+02:00',
			eventId: expect.stringMatching(/^blocklistAddition\|/) as string,
		},
	],
];

const WIRE: Array<[string, (fields: Record<string, string>) => PushRequest]> = [
	['form-encoded', (fields) => ({ body: form(fields) })],
	['form-encoded without a content type', (fields) => ({ body: form(fields), contentType: '' })],
	[
		'JSON',
		(fields) => ({ body: JSON.stringify(fields), contentType: 'application/json; charset=utf-8' }),
	],
	['in the query of a POST', (fields) => ({ query: fields })],
	['in the query of a GET', (fields) => ({ method: 'GET', query: fields })],
	['with the right spelling', (fields) => ({ body: form(fields).replace('operaor', 'operator') })],
	['with fields nobody knows', (fields) => ({ body: `${form(fields)}&fresh=1` })],
	['with repeated fields', (fields) => ({ body: `${form(fields)}&${form(fields)}` })],
];

describe.each(WIRE)('a push %s', (_, write) => {
	test.each(FEEDS)('of %s comes out normalised, answered at once', async (_feed, fields, event) => {
		const { status, body, events } = await receive(write(fields));
		expect([status, body]).toEqual([200, '']);
		expect(events).toEqual([event]);
	});
});

test('the raw fields come along when asked for', async () => {
	const { events } = await receive({ body: form(REPORT) }, { more: { includeRaw: true } });
	expect(events[0]?.raw).toEqual(REPORT);
});

test.each([
	['nothing', {}],
	['a text', { body: 'hello', contentType: 'text/plain' }],
	['malformed JSON', { body: '{"status":', contentType: 'application/json' }],
	['a JSON list', { body: '[1]', contentType: 'application/json' }],
	['XML', { body: '<dlr/>', contentType: 'text/xml' }],
	['broken percent signs', { body: 'a=%E0%A4%A' }],
	['a body that breaks off', { broken: true }],
	['unknown fields', { body: 'foo=1' }],
	['names of JavaScript', { body: '__proto__=1&constructor=2&toString=3' }],
] as Array<[string, PushRequest]>)('%s is answered with 200', async (_, request) => {
	const asked = await receive(request);
	expect([asked.status, asked.body]).toEqual([200, '']);
	expect(asked.events[0]?.event).toBe('unknown');
	const notAsked = await receive(request, { events: ['deliveryReport'] });
	expect([notAsked.status, notAsked.started]).toEqual([200, false]);
});

test.each(['GET', 'HEAD'])(
	'a console that probes with %s gets 200 and starts nothing',
	async (method) => {
		expect(await receive({ method })).toMatchObject({ status: 200, body: '', started: false });
		expect(await receive({ method, query: { ping: '1' } })).toMatchObject({
			status: 200,
			started: false,
		});
	},
);

describe('filters', () => {
	const report = (status: string) => ({ ...REPORT, status });
	test.each([
		['an event that is not chosen', { events: ['incomingMessage'] }, REPORT, 0],
		['only final, final', { filters: { finalOnly: true } }, report('102'), 1],
		['only final, not final', { filters: { finalOnly: true } }, report('-1'), 0],
		['only failed, failed', { filters: { deliveryStates: ['failed'] } }, report('101'), 1],
		['only failed, delivered', { filters: { deliveryStates: ['failed'] } }, report('102'), 0],
		['states do not touch messages', { filters: { deliveryStates: ['failed'] } }, INCOMING, 1],
		['own number', { filters: { receivingNumbers: '+972 55-900-0100' } }, INCOMING, 1],
		['other number', { filters: { receivingNumbers: '0559000101, 0559000102' } }, INCOMING, 0],
		['sender', { filters: { senders: '050-1234567' } }, INCOMING, 1],
		['other sender', { filters: { senders: '050-1234568' } }, INCOMING, 0],
		['keyword', { filters: { keywords: 'nothing, STOP' } }, INCOMING, 1],
		[
			'Hebrew keyword as first word',
			{ filters: { keywords: 'כן', keywordMatch: 'firstWord' } },
			INCOMING,
			1,
		],
		[
			'not the first word',
			{ filters: { keywords: 'stop', keywordMatch: 'firstWord' } },
			INCOMING,
			0,
		],
		[
			'part of the first word',
			{ filters: { keywords: 'כ', keywordMatch: 'firstWord' } },
			INCOMING,
			0,
		],
		['not the whole text', { filters: { keywords: 'כן', keywordMatch: 'whole' } }, INCOMING, 0],
		['keyword missing', { filters: { keywords: 'other' } }, INCOMING, 0],
		[
			'messages filters do not touch opt-outs',
			{ filters: { keywords: 'other', senders: '1' } },
			BLOCK,
			1,
		],
	] as Array<[string, INodeParameters, Record<string, string>, number]>)(
		'%s',
		async (_, parameters, fields, expected) => {
			const { status, events } = await receive({ body: form(fields) }, parameters);
			expect(status).toBe(200);
			expect(events).toHaveLength(expected);
		},
	);
});

describe('protection', () => {
	const body = form(REPORT);
	test.each([
		['no secret needed', {}, { body }, 200],
		['the right secret', { secret: 's3cret&' }, { body, query: { key: 's3cret&' } }, 200],
		['a wrong secret', { secret: 's3cret' }, { body, query: { key: 's3creT' } }, 403],
		['a longer one', { secret: 's3cret' }, { body, query: { key: 's3cret1' } }, 403],
		['a missing one', { secret: 's3cret' }, { body }, 403],
		['an empty one', { secret: 's3cret' }, { body, query: { key: '' } }, 403],
		['a repeated one', { secret: 's3cret' }, { body, query: { key: ['s3cret', 'x'] } }, 403],
		['the secret in the body', { secret: 's3cret' }, { body: `${body}&key=s3cret` }, 403],
		['a probe without it', { secret: 's3cret' }, { method: 'GET' }, 403],
		['a listed address', { allowedAddresses: '203.0.113.7' }, { body, ip: '203.0.113.7' }, 200],
		[
			'a listed range',
			{ allowedAddresses: '1.1.1.1, 203.0.113.0/24' },
			{ body, ip: '::ffff:203.0.113.9' },
			200,
		],
		[
			'a listed IPv6 range',
			{ allowedAddresses: '2001:db8::/32' },
			{ body, ip: '2001:db8:0:1::5' },
			200,
		],
		['another address', { allowedAddresses: '203.0.113.0/24' }, { body, ip: '203.0.114.1' }, 403],
		['another family', { allowedAddresses: '0.0.0.0/0' }, { body, ip: '::1' }, 403],
	] as Array<[string, INodeParameters, PushRequest, number]>)(
		'%s',
		async (_, protection, request, status) => {
			const result = await receive(request, { protection });
			expect([result.status, result.body]).toEqual([status, '']);
			expect(result.started).toBe(status === 200 && request.method !== 'GET');
		},
	);

	test('the secret does not show up in what the workflow gets', async () => {
		const { events } = await receive(
			{ body, query: { key: 's3cret' } },
			{ protection: { secret: 's3cret' }, more: { includeRaw: true } },
		);
		expect(JSON.stringify(events)).not.toContain('s3cret');
	});
});

describe('the editor', () => {
	test('a push in test mode comes out, and notes nothing down', async () => {
		const trigger = await host();
		for (let i = 0; i < 2; i++) {
			const { run } = await trigger.deliver({ body: form(REPORT) }, 'manual');
			expect(eventsOf(await run)).toHaveLength(1);
		}
		const { run } = await trigger.deliver({ body: form(REPORT) });
		expect(eventsOf(await run)).toHaveLength(1);
	});

	test('opening the test address gives a sample of each chosen event', async () => {
		const trigger = await host({
			events: ['deliveryReport', 'incomingMessage', 'blocklistAddition'],
		});
		const { run } = await trigger.deliver({ method: 'GET' }, 'manual');
		expect(eventsOf(await run)).toMatchObject([
			{ event: 'deliveryReport', state: 'delivered' },
			{ event: 'incomingMessage' },
			{ event: 'blocklistAddition' },
		]);
	});
});

test('a flood is answered no faster than n8n can take it up', async () => {
	const trigger = await host();
	const { run } = await trigger.deliver({ body: form(REPORT) });
	await run;
	const answerTime = async (external_id: string) => {
		const begin = performance.now();
		await trigger.receive({ body: form({ ...REPORT, external_id }) });
		return performance.now() - begin;
	};
	for (let n = 0; n < 51; n++) await answerTime(`burst-${n}`);
	expect(await answerTime('more than may wait')).toBeGreaterThanOrEqual(19);
});
