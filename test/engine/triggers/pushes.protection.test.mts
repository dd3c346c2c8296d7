import type { INodeParameters } from 'n8n-workflow';

import { form, type PushRequest } from '../harness/fakeExchange.mts';
import { REPORT } from '../harness/pushSamples.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { receivePush } from '../harness/receivePush.mts';

useRacyKeys();

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
		const result = await receivePush(request, { protection });
		expect([result.status, result.body]).toEqual([status, '']);
		expect(result.started).toBe(status === 200 && request.method !== 'GET');
	},
);

test.each([
	[{ secret: '' }],
	[{ secret: '   ' }],
	[{ secret: '={{ undefined }}' }],
	[{ secret: '={{ $json.nothing }}' }],
	[{ secret: '={{ "" }}' }],
	[{ secret: '={{ null }}' }],
	[{ secret: '={{ [] }}' }],
	[{ secret: '={{ ({}) }}' }],
	[{ secret: '={{ false }}' }],
	[{ secret: '={{ nobody.knows() }}' }],
	[{ allowedAddresses: '' }],
	[{ allowedAddresses: ' , ' }],
	[{ allowedAddresses: '={{ undefined }}' }],
	[{ allowedAddresses: '={{ [] }}' }],
	[{ allowedAddresses: '203.0.113.7', secret: '={{ undefined }}' }],
	[{ allowedAddresses: '={{ undefined }}', secret: 's3cret' }],
] as Array<[INodeParameters]>)('%j is there but empty: nobody is let in', async (protection) => {
	for (const key of [undefined, '', ' ', 'undefined', 'null', 's3cret', '[object Object]']) {
		for (const method of ['POST', 'GET']) {
			const request = { method, body, ip: '203.0.113.7', query: key === undefined ? {} : { key } };
			const result = await receivePush(request, { protection });
			expect([key, result.status, result.body, result.started]).toEqual([key, 403, '', false]);
		}
	}
});

test.each([
	['={{ "s3" + "cret" }}', 's3cret'],
	['={{ 1042 }}', '1042'],
])('the secret %s is what it yields', async (secret, key) => {
	for (const [given, status] of [
		[key, 200],
		['other', 403],
	] as const) {
		const result = await receivePush({ body, query: { key: given } }, { protection: { secret } });
		expect([given, result.status]).toEqual([given, status]);
	}
});

test('the secret does not show up in what the workflow gets', async () => {
	const { events } = await receivePush(
		{ body, query: { key: 's3cret' } },
		{ protection: { secret: 's3cret' }, more: { includeRaw: true } },
	);
	expect(JSON.stringify(events)).not.toContain('s3cret');
});
