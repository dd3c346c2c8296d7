import type { INodeParameters } from 'n8n-workflow';
import { bulkByPath, bulkPeople } from './harness/calls.mts';
import { getByDate, getByExternalId, reportsArrive, sendMessages } from './harness/reports.mts';
import { sentElements, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const DAY = 86_400_000;

/** Three weeks, starting at the sandbox's time. */
const byDate = (values: INodeParameters = {}, options: INodeParameters = {}) =>
	getByDate({ from: '2026-01-15T10:00:00', to: '2026-02-05T10:00:00', ...values }, options);

const byId = (values: INodeParameters = {}) =>
	getByExternalId({ externalIds: '={{ $json.ids }}', ...values });

const send = (phone: string, externalId: string) => sendMessages(fixture, [phone], [externalId]);

/** Delivered messages with the IDs `m0`, `m1`, … */
async function campaign(count: number) {
	const items = bulkPeople(count).map((person, index) => ({ ...person, order: `m${index}` }));
	await fixture.run(bulkByPath({}, { externalIds: '={{ $json.order }}' }), { items });
	await reportsArrive(fixture);
	return items.map(({ order }) => order);
}

test('brings a report of the very minute of a seam once', async () => {
	await fixture.sandbox.advanceClock(7 * DAY);
	await send('0501234567', 'seam');
	await fixture.sandbox.advanceClock(10_000);
	const { items } = await fixture.run(byDate());
	expect(items.map(({ json }) => [json.externalId, json.date])).toStrictEqual([
		['seam', '2026-01-22T10:00:00+02:00'],
	]);
});

test('ids and windows are asked for in all combinations', async () => {
	await campaign(3);
	const ids = Array.from({ length: 1001 }, (_, index) => `m${index}`);
	const { items } = await fixture.run(byId({ to: '2026-01-30T00:00:00' }), { items: [{ ids }] });
	expect(sentElements(fixture, 'dlr').map(({ from, to }) => [from, to])).toStrictEqual([
		['15/01/26 00:00', '22/01/26 00:00'],
		['15/01/26 00:00', '22/01/26 00:00'],
		['22/01/26 00:00', '29/01/26 00:00'],
		['22/01/26 00:00', '29/01/26 00:00'],
		['29/01/26 00:00', '30/01/26 00:00'],
		['29/01/26 00:00', '30/01/26 00:00'],
	]);
	expect(items.filter(({ json }) => json.found === true)).toHaveLength(3);
	expect(items).toHaveLength(1001);
});

test('counts the limit over all windows', async () => {
	for (const phone of ['0501234567', '0509999101', '0501234568']) {
		await send(phone, phone);
		await reportsArrive(fixture);
		await fixture.sandbox.advanceClock(6 * DAY);
	}
	const { items } = await fixture.run(byDate({ returnAll: false, limit: 2 }));
	expect(items.map(({ json }) => json.externalId)).toStrictEqual(['0501234568', '0509999101']);
});

test('one refused window fails its item, and no other', async () => {
	await send('0501234567', 'a');
	await reportsArrive(fixture);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 400, skip: 1, root: 'dlrByDate' });
	const { items } = await fixture.goOn(
		byDate({ to: '={{ $json.to }}' }, { concurrentRequests: 1 }),
		[{ to: '2026-02-05T10:00' }, { to: '2026-01-16T10:00' }],
	);
	expect(
		items.map(({ json, pairedItem }) => [pairedItem, json.error ?? json.externalId]),
	).toStrictEqual([
		[{ item: 0 }, expect.stringContaining('(HTTP 400)')],
		[{ item: 1 }, 'a'],
	]);
});

test('Simplify off gives the reply to each request', async () => {
	const { items } = await fixture.run(byDate({}, { simplify: false }));
	expect(items).toHaveLength(3);
	expect(items.every(({ json }) => json.status === 0)).toBe(true);
});
