import {
	getByDate as get,
	getByExternalId,
	reportsArrive,
	sendMessages,
} from './harness/reports.mts';
import { sendSms } from './harness/smsSend.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** One message to each phone, with its own number as the external id, and time for the reports to arrive. */
async function sent(...phones: string[]) {
	await sendMessages(fixture, phones, phones);
	await reportsArrive(fixture);
}

const DELIVERED = '0501234567';
const EXPIRED = '0509999103';
const KOSHER = '0509999015';

describe('Report Get by Date', () => {
	test.each(ENCODINGS)(
		'everything that was sent, one item for each report, in %s',
		async (encoding) => {
			await sent(DELIVERED, EXPIRED);
			const [message] = fixture.sandbox.messages();
			const { items, error } = await fixture.run(get(), { encoding });
			expect(error).toBeUndefined();
			const shipmentId = String(message?.campaignId);
			expect(items).toEqual([
				{
					json: {
						eventId: `deliveryReport|${DELIVERED}|${shipmentId}|102|2026-01-15T10:00`,
						externalId: DELIVERED,
						shipmentId,
						status: 102,
						state: 'delivered',
						final: true,
						meaning: 'Delivered',
						date: '2026-01-15T10:00:00+02:00',
						// The XML form leaves these out (specification, dlr).
						...(encoding === 'json' && {
							sender: 'TextMe',
							phone: DELIVERED,
							phoneInternational: '+972501234567',
							operator: 'Pelephone',
						}),
					},
					pairedItem: { item: 0 },
				},
				{
					json: expect.objectContaining({ externalId: EXPIRED, state: 'expired' }) as unknown,
					pairedItem: { item: 0 },
				},
			]);
		},
	);

	test('gives no item when nothing was sent', async () => {
		const { items, error } = await fixture.run(get());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(0);
	});

	test('returns the first ones, up to Limit', async () => {
		await sent(DELIVERED, EXPIRED, KOSHER);
		const { items } = await fixture.run(get({ returnAll: false, limit: 2 }));
		expect(items.map(({ json }) => json.externalId)).toStrictEqual([DELIVERED, EXPIRED]);
	});
});

test('names the execution that has sent a message, where the external ID is ours', async () => {
	const { items: sends } = await fixture.run(sendSms({ phones: DELIVERED }));
	await sent(EXPIRED);
	const { items } = await fixture.run(get());
	expect(items.map(({ json }) => json.executionId)).toEqual(['1042', undefined]);
	const own = sends[0]?.json.externalId as string;
	const externalIds = `${own}, n8n-13ef97-48-0-3-0, ${own}-reminder, n8n-48, order-48`;
	const { items: found } = await fixture.run(getByExternalId({ externalIds }));
	const executions = found.map(({ json }) => json.executionId);
	expect(executions).toEqual(['1042', '48', '1042', undefined, undefined]);
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

test('asks for reports of the last seven days when both ends are empty', async () => {
	await fixture.sandbox.setClock(Date.now());
	await sent('0509999805');
	const { items } = await fixture.run(get({ from: '', to: '' }));
	expect(items).toHaveLength(1);
});

test('each item has its own window', async () => {
	await sent(DELIVERED);
	const items = [{ from: '2026-01-15' }, { from: '2026-01-15T12:00' }, { from: '2026-01-14' }];
	const { items: output } = await fixture.run(get({ from: '={{ $json.from }}' }), { items });
	expect(output.map(({ pairedItem }) => pairedItem)).toStrictEqual([{ item: 0 }, { item: 2 }]);
	expect(fixture.sandbox.requests({ root: 'dlrByDate' })).toHaveLength(3);
});

test('begins a report with what people look for, and ends it with its ID', async () => {
	await sent(DELIVERED);
	const { items } = await fixture.run(get());
	const names = Object.keys(items[0]?.json ?? {});
	expect(names.slice(0, 3)).toEqual(['phone', 'state', 'date']);
	expect(names.at(-1)).toBe('eventId');
});
