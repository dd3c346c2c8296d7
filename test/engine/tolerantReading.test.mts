import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fillDropDown } from './harness/dropDown.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { getByDate, getByExternalId, getIncomingMessages } from './harness/reports.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/withReply.mts';

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
const getBlocked = parametersFor('blocklist', 'getMany', { returnAll: true });
const getBirthdays = parametersFor('birthdayCampaign', 'getMany', { returnAll: true });

describe('messages', () => {
	test('puts names of another wording in their places', async () => {
		const record = { from: '972501234567', to: '0559000100', text: 'Hi', received_at: WHEN };
		expect(await ofReply({ transactions: [record] }, getIncomingMessages())).toMatchObject([
			{ phone: '0501234567', to: '0559000100', message: 'Hi', date: READ },
		]);
	});

	test('gives out names that nobody can guess under "other", with a warning', async () => {
		const record = { f1: '972501234567', f2: { deep: 'Hi' }, f3: 'x' };
		const [item, ...more] = await ofReply({ transactions: [record] }, getIncomingMessages());
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			other: record,
			warning: expect.stringMatching(/other/) as string,
		});
		expect(item?.message).toBeUndefined();
	});

	test('gives out all of several containers', async () => {
		const one = { phone: '972501234567', message: 'one', date: WHEN };
		const two = { phone: '972501234568', message: 'two', date: WHEN };
		const reply = { inbox: [one], archive: [two] };
		expect(await ofReply(reply, getIncomingMessages())).toMatchObject([
			{ message: 'one' },
			{ message: 'two' },
		]);
	});

	test.each([
		['paging', { paging: { page: 1 } }],
		['an echo of the request', { user: { username: 'x' }, window: { from: WHEN, to: WHEN } }],
		['figures', { total: 0, summary: { messages: 0 }, transactions: [] }],
	])('are none in %s', async (_, beside) => {
		const items = await ofReply(beside, getIncomingMessages());
		expect(items.filter(({ eventId }) => eventId !== undefined)).toEqual([]);
	});

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
		['keyed by number', { transactions: { 0: report } }],
		['keyed by number without their container', { 0: report, 1: { ...report, status: '15' } }],
		['keyed by their external ID', { transactions: { 'order-7': { status: '102', date: WHEN } } }],
		['one in a foreign wrapper', { data: { items: { item: report } } }],
		['grouped by day', { days: [{ day: 'x', reports: [report] }] }],
		['as attributes', { reports: [{ $: report }] }],
		['beside figures', { data: { total: '1', report } }],
	])('finds records wherever they are: %s', async (_, beside) => {
		expect((await ofReply(beside, getByExternalId(asked)))[0]).toMatchObject({
			found: true,
			state: 'delivered',
			date: READ,
		});
		expect((await ofReply(beside, getByDate()))[0]).toMatchObject({ state: 'delivered' });
	});

	test('keep fields that nobody knows, and a date that cannot be read', async () => {
		const odd = { ...report, units: '2', id: '77', nested: { a: ['b', 'c'] }, date: 'soon' };
		expect(await ofReply({ transactions: [odd] }, getByDate())).toMatchObject([
			{
				externalId: 'order-7',
				date: 'soon',
				other: { units: '2', id: '77', nested: { a: ['b', 'c'] } },
			},
		]);
	});

	test.each([
		['2026-01-15T08:31:00Z'],
		['2026-01-15 10:31:00'],
		['15.01.2026 10:31'],
		['15-01-26 10:31:00'],
		['1768465860'],
		['1768465860000'],
	])('reads a date like %s', async (date) => {
		expect(await ofReply({ transactions: [{ ...report, date }] }, getByDate())).toMatchObject([
			{ date: READ },
		]);
	});

	test.each([
		['in capitals', 'order-7', 'ORDER-7'],
		['with spaces', 'order-7', ' order-7 '],
		['without leading zeros', '0042', '42'],
		['with leading zeros', '42', '000042'],
	])('recognizes an ID that comes back %s', async (_, asked, external_id) => {
		const reply = { transactions: [{ ...report, external_id }] };
		expect(await ofReply(reply, getByExternalId({ externalIds: asked }))).toMatchObject([
			{ found: true, state: 'delivered' },
		]);
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

	test('gives out a report that nobody asked for as such', async () => {
		const reply = { transactions: [{ ...report, external_id: 'zzz' }] };
		expect(await ofReply(reply, getByExternalId())).toMatchObject([
			{ found: false, externalId: 'a' },
			{ requested: false, externalId: 'zzz', state: 'delivered' },
		]);
	});
});

test.each<[string, object]>([
	['in another container', { blocked: [{ phone: '050****567', date: WHEN }] }],
	['keyed by number', { transactions: { 1: { phone: '050****567', date: WHEN } } }],
	['under the number itself', { transactions: { '050****567': { date: WHEN } } }],
	['with other names', { list: [{ number: '050****567', blocked_at: WHEN }] }],
])('blocklist entries %s are found', async (_, beside) => {
	const [item] = await ofReply(beside, getBlocked());
	expect(item).toMatchObject({ blockedAt: READ });
	expect(JSON.stringify(item)).toContain('050****567');
});

describe('birthday campaigns without record objects', () => {
	test('puts out what nobody knows of a reply', async () => {
		const items = await ofReply({ campaigns: ['7', '8'] }, getBirthdays());
		expect(items).toEqual([{ campaigns: ['7', '8'] }]);
	});

	test('lets people choose a list under another name', async () => {
		const reply = '{"status":0,"campaigns":["7","8"]}';
		const choices = await withReply(
			() => reply,
			async (baseUrl) =>
				await fillDropDown({
					method: 'searchBirthdayCampaigns',
					parameters: getBirthdays(),
					credentials: { ...fixture.credentials(), baseUrl },
				}),
		);
		expect(choices).toEqual([
			{ name: '7', value: '7' },
			{ name: '8', value: '8' },
		]);
	});
});

test('keeps what the reply of a send says beside the shipment', async () => {
	const reply = { shipment_id: '5', units: '2', price: { ils: '0.1' } };
	expect(await ofReply(reply, sendSms())).toMatchObject([
		{ accepted: true, shipmentId: '5', other: { units: '2', price: { ils: '0.1' } } },
	]);
});

test.each([
	['wrapped twice', '{"response":{"dlrByDate":{"status":0,"transactions":[REPORT]}}}'],
	['in a list of one', '[{"status":0,"transactions":[REPORT]}]'],
	['with a head', '{"header":{"status":"0","message":""},"body":{"transactions":[REPORT]}}'],
	['with its status as an attribute', '{"dlrByDate":{"$":{"status":"0"},"report":[REPORT]}}'],
])('reads a reply %s', async (_, text) => {
	const reply = text.replace('REPORT', JSON.stringify(report));
	expect(await ofReply(reply, getByDate())).toMatchObject([{ externalId: 'order-7' }]);
});
