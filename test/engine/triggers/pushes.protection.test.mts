import type { INodeParameters } from 'n8n-workflow';

import { form, type PushRequest } from '../harness/fakeExchange.mts';
import { REPORT } from '../harness/pushSamples.mts';
import { useRememberedKeys } from '../harness/rememberedKeys.mts';
import { receivePush } from '../harness/receivePush.mts';

useRememberedKeys();

const body = form(REPORT);
test.each([
	['no list', {}, { body }, 200],
	['no list, with a query', {}, { body, query: { key: 'x' } }, 200],
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
	'lets a push in or refuses it: %s',
	async (_, protection, request, status) => {
		const result = await receivePush(request, { more: protection });
		expect([result.status, result.body]).toEqual([status, '']);
		expect(result.started).toBe(status === 200 && request.method !== 'GET');
	},
);

test.each([
	...['', ' , ', '={{ undefined }}', '={{ [] }}', '={{ $json.nothing }}', '={{ null }}'],
	...['={{ false }}', '={{ ({}) }}', '={{ nobody.knows() }}'],
])('lets nobody in where the field is empty: %j', async (allowedAddresses) => {
	for (const method of ['POST', 'GET']) {
		const request = { method, body, ip: '203.0.113.7' };
		expect(await receivePush(request, { more: { allowedAddresses } })).toMatchObject({
			...{ status: 403, body: '', started: false },
		});
	}
});
