import type { INodeParameters } from 'n8n-workflow';

import { form, type PushRequest } from '../harness/fakeExchange.mts';
import { REPORT } from '../harness/pushSamples.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { receivePush } from '../harness/receivePush.mts';
import { textMePackage } from '../harness/textMePackage.mts';

useRacyKeys();

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
	[{ allowedAddresses: '' }],
	[{ allowedAddresses: ' , ' }],
	[{ allowedAddresses: '={{ undefined }}' }],
	[{ allowedAddresses: '={{ [] }}' }],
	[{ allowedAddresses: '={{ $json.nothing }}' }],
	[{ allowedAddresses: '={{ null }}' }],
	[{ allowedAddresses: '={{ false }}' }],
	[{ allowedAddresses: '={{ ({}) }}' }],
	[{ allowedAddresses: '={{ nobody.knows() }}' }],
] as Array<[INodeParameters]>)(
	'lets nobody in where the field is empty: %j',
	async (protection) => {
		for (const method of ['POST', 'GET']) {
			const result = await receivePush({ method, body, ip: '203.0.113.7' }, { more: protection });
			expect([method, result.status, result.body, result.started]).toEqual([
				method,
				403,
				'',
				false,
			]);
		}
	},
);

test('needs no secret beside the Production URL that n8n shows', async () => {
	const { nodeTypes } = await textMePackage();
	const { properties } = nodeTypes.getByNameAndVersion(
		'n8n-nodes-textme.textMeTrigger',
		1,
	).description;
	const boxes = properties.filter(({ type }) => type === 'collection');
	expect(boxes.map(({ displayName }) => displayName)).toEqual(['Filters', 'Options']);
	const [, options] = boxes;
	expect(options?.options?.map(({ name }) => name)).toEqual([
		'allowedAddresses',
		'dropRepeats',
		'includeRaw',
		'path',
	]);
	expect(properties.map(({ name }) => name)).not.toContain('address');
});
