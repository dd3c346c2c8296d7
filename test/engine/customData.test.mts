import type { INodeParameters } from 'n8n-workflow';

import { bulkByExpression, bulkPeople, phoneOf } from './harness/bulkPeople.mts';
import { sendCode } from './harness/oneTimeCodes.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();

const saved = async (parameters: INodeParameters, options: SandboxRun = {}) =>
	(await fixture.run(parameters, options)).run.data.resultData.metadata;

describe('the execution', () => {
	test('keeps the phone, the shipment and the campaign of a send', async () => {
		const metadata = await saved(sendSms({}, { campaignName: 'Sale, spring' }));
		expect(metadata).toEqual({
			phones: '0501234567',
			shipmentIds: fixture.sandbox.messages().map(({ campaignId }) => String(campaignId))[0],
			campaignName: 'Sale, spring',
		});
	});

	test('keeps the first ten phones of many, and every shipment', async () => {
		const send = sendSms({ phones: '={{ $json.phone }}' }, { campaignName: '={{ $json.phone }}' });
		const metadata = await saved(send, { items: bulkPeople(12) });
		expect(metadata?.phones?.split(', ')).toHaveLength(10);
		expect(metadata?.campaignName).toBe(phoneOf(0));
		expect(metadata?.shipmentIds?.split(', ')).toHaveLength(12);
	});

	test('keeps the phone of a code, without the code', async () => {
		const metadata = await saved(sendCode());
		expect(metadata).toEqual({ phones: '0527654321' });
	});
});

test('keeps the first ten phones of a batch, and the campaign that stops it', async () => {
	const metadata = await saved(bulkByExpression(), { items: bulkPeople(2600) });
	expect(metadata?.phones).toBe(Array.from({ length: 10 }, (_, n) => phoneOf(n)).join(', '));
	expect(metadata?.shipmentIds?.split(', ')).toHaveLength(2);
	expect(metadata?.campaignName).toMatch(/^n8n-/);
});

test('keeps no more shipments than n8n takes without a complaint', async () => {
	const metadata = await saved(sendSms({ phones: '={{ $json.phone }}' }), {
		items: bulkPeople(40),
	});
	expect(metadata?.shipmentIds?.length).toBeLessThanOrEqual(255);
	expect(metadata?.shipmentIds).toMatch(/^\d+(, \d+)+$/);
});

test.each([
	['a read', parametersFor('account', 'getBalance', {})()],
	['a number that is blocked', parametersFor('blocklist', 'add', { phones: '0501234567' })()],
	['a send that is refused', sendSms({ source: 'Nobody' })],
])('keeps nothing of %s', async (_, parameters) => {
	expect(await saved(parameters)).toBeUndefined();
});

test('keeps nothing for a workflow that saves no executions', async () => {
	expect(
		await saved(sendSms(), { settings: { saveDataSuccessExecution: 'none' } }),
	).toBeUndefined();
	expect(fixture.sandbox.counters().messages).toBe(1);
});
