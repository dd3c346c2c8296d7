import { getByExternalId } from './harness/reports.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

describe('Get by External ID', () => {
	test.each([
		['no transactions at all', '{"status":0,"message":""}'],
		['none in XML', '<dlr><status>0</status><message/><transactions/></dlr>'],
	])('finds no report in a reply with %s', async (_, reply) => {
		const { items } = await fixture.runWithReply(reply, getByExternalId());
		expect(items.map(({ json }) => json)).toStrictEqual([
			{
				found: false,
				externalId: 'a',
				state: 'unknown',
				meaning: 'No report in this time window',
				final: false,
			},
		]);
	});

	test('reads a single report that is no list, without text and with an odd date', async () => {
		const { items } = await fixture.runWithReply(
			'{"dlr":{"status":"0","transactions":{"transaction":{"external_id":" a ","status":-1,"date":"soon"}}}}',
			getByExternalId(),
		);
		expect(items[0]?.json).toMatchObject({ found: true, state: 'sentUnconfirmed', status: -1 });
		expect(items[0]?.json.date).toBe('soon');
	});
});
