import type { INodeParameters } from 'n8n-workflow';
import { bulkPeople, sendSms } from './harness/calls.mts';
import {
	deliveredReport,
	getByDate as get,
	getByExternalId,
	reportsArrive,
	sendMessages,
} from './harness/reports.mts';
import { ENCODINGS, onlySentElement, type SandboxRun, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Sends one message to each phone, with the number as external ID, and waits for the reports. */
async function sent(...phones: string[]) {
	await sendMessages(fixture, phones, phones);
	await reportsArrive(fixture);
}

const DELIVERED = '0501234567';
const EXPIRED = '0509999103';
const KOSHER = '0509999015';

test.each(ENCODINGS)('one item for each report of all that was sent, in %s', async (encoding) => {
	await sent(DELIVERED, EXPIRED);
	const [message] = fixture.sandbox.messages();
	const { items } = await fixture.runWell(get(), { encoding });
	expect(items).toEqual([
		{
			json: expect.objectContaining({ externalId: EXPIRED, state: 'expired' }) as unknown,
			pairedItem: { item: 0 },
		},
		{
			json: deliveredReport(DELIVERED, String(message?.campaignId), encoding),
			pairedItem: { item: 0 },
		},
	]);
});

test('the latest come first, up to Limit: after 60 texts, also the one just sent', async () => {
	await sent(...bulkPeople(60).map(({ phone }) => phone as string));
	await sent(DELIVERED);
	const { items } = await fixture.run(get({ returnAll: false, limit: 50 }));
	expect(items).toHaveLength(50);
	expect(items[0]?.json.externalId).toBe(DELIVERED);
	const dates = items.map(({ json }) => json.date as string);
	expect(dates).toEqual([...dates].sort().reverse());
});

test('of one minute, the last in the list comes first', async () => {
	await sent(DELIVERED, EXPIRED, KOSHER);
	const { items } = await fixture.run(get({ returnAll: false, limit: 2 }));
	expect(items.map(({ json }) => json.externalId)).toStrictEqual([KOSHER, EXPIRED]);
});

describe('of one campaign', () => {
	const shipmentOf = (phone: string) =>
		String(fixture.sandbox.messages({ phone }).at(-1)?.campaignId);
	const found = async (options: INodeParameters, run: Partial<SandboxRun> = {}) => {
		const { items, error } = await fixture.run(get({}, options), run);
		return error ? error.message : items.map(({ json }) => json.externalId);
	};
	beforeEach(async () => {
		for (const phone of [DELIVERED, EXPIRED, KOSHER]) await sendMessages(fixture, [phone], [phone]);
		await reportsArrive(fixture);
	});

	test('by one shipment ID or several', async () => {
		const [one, , three] = [DELIVERED, EXPIRED, KOSHER].map(shipmentOf);
		expect(await found({ shipmentIds: one })).toEqual([DELIVERED]);
		expect(await found({ shipmentIds: `${three},\n${one}` })).toEqual([KOSHER, DELIVERED]);
		const ofItems = '={{ [$json.shipmentId, undefined] }}';
		const items = [{ shipmentId: one }, { shipmentId: Number(three) }];
		expect(await found({ shipmentIds: ofItems }, { items })).toEqual([DELIVERED, KOSHER]);
		expect(await found({ shipmentIds: '1' })).toEqual([]);
	});
});

test('gives out a reply without anything like a report, whatever was asked for', async () => {
	const reply = '{"status":0,"message":"","report_file":"https://my.example/r.csv"}';
	const { items } = await fixture.runWithReply(reply, get({}, { shipmentIds: '700123' }));
	expect(items[0]?.json).toMatchObject({ report_file: 'https://my.example/r.csv' });
});

test('names the execution that has sent a message, where the external ID is ours', async () => {
	const { items: sends } = await fixture.run(sendSms({ phones: DELIVERED }));
	await sent(EXPIRED);
	const { items } = await fixture.run(get());
	expect(items.map(({ json }) => json.executionId)).toEqual([undefined, '1042']);
	const { externalId: own } = sends[0]?.json.details as { externalId: string };
	const externalIds = `${own}, n8n-13ef97-48-0-3-0, n8n-48, order-48`;
	const { items: found } = await fixture.run(getByExternalId({ externalIds }));
	const executions = found.map(({ json }) => json.executionId);
	expect(executions).toEqual(['1042', '48', undefined, undefined]);
});

test('asks the gateway for the window and the word null', async () => {
	await fixture.run(get({ from: '2026-01-14T22:30:00Z', to: '2026-01-15T10:30:59' }));
	expect(onlySentElement(fixture, 'dlrByDate')).toEqual({
		user: { username: 'demo' },
		transactions: { external_id: 'null' },
		from: '15/01/26 00:30',
		to: '15/01/26 10:31',
	});
});
