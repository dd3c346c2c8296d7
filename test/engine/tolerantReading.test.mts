import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { getByDate, getByExternalId, getIncomingMessages } from './harness/reports.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const ofReply = async (
	beside: object | string,
	parameters: INodeParameters,
): Promise<IDataObject[]> => {
	const text =
		typeof beside === 'string' ? beside : JSON.stringify({ status: 0, message: '', ...beside });
	const { items, error } = await fixture.runWithReply(text, parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};

const WHEN = '15/01/26 10:31';
const READ = '2026-01-15T10:31:00+02:00';

describe('messages', () => {
	test('gives out with the first what the reply says beside them', async () => {
		const record = { phone: '972501234567', message: 'Hi', date: WHEN };
		const paging = { page: '1', more: 'yes' };
		const [first, second] = await ofReply(
			{ message: 'Only two', paging, transactions: [record, record] },
			getIncomingMessages(),
		);
		expect(first).toMatchObject({ envelope: { message: 'Only two', paging } });
		expect(second).not.toHaveProperty('envelope');
	});
});

const report = { external_id: 'order-7', status: '102', date: WHEN };

describe('reports', () => {
	const asked = { externalIds: 'order-7' };
	test.each<[string, object]>([
		['in another container', { reports: [report] }],
		['in a foreign wrapper', { data: { items: [report] } }],
		['as attributes', { reports: [{ $: report }] }],
	])('finds records: %s', async (_, beside) => {
		expect((await ofReply(beside, getByExternalId(asked)))[0]).toMatchObject({
			found: true,
			state: 'delivered',
			date: READ,
		});
		expect((await ofReply(beside, getByDate()))[0]).toMatchObject({ state: 'delivered' });
	});

	test('two IDs that differ in case only each get their own', async () => {
		const reply = {
			transactions: [
				{ ...report, external_id: 'A' },
				{ ...report, external_id: 'a', status: '15' },
			],
		};
		expect(await ofReply(reply, getByExternalId({ externalIds: 'a,A' }))).toMatchObject([
			{ externalId: 'a', status: 15 },
			{ externalId: 'A', status: 102 },
		]);
	});
});
