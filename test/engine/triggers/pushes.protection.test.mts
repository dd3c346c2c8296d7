import { form, type PushRequest } from '../harness/fakeExchange.mts';
import { receivePush, REPORT } from '../harness/pushes.mts';

const body = form(REPORT);
test.each<[string, allowedAddresses: string | undefined, Partial<PushRequest>, status: number]>([
	['no list', undefined, {}, 200],
	['a listed range', '1.1.1.1, 203.0.113.0/24', { ip: '::ffff:203.0.113.9' }, 200],
	['another address', '203.0.113.0/24', { ip: '203.0.114.1' }, 403],
])('lets a push in or refuses it: %s', async (_, allowedAddresses, request, status) => {
	const more = allowedAddresses === undefined ? {} : { allowedAddresses };
	const result = await receivePush({ body, ...request }, { more });
	expect([result.status, result.body]).toEqual([status, '']);
	expect(result.started).toBe(status === 200);
});

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
