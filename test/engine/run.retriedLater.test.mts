import { bulk, sendSms, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/servers.mts';

const fixture = useSandbox();

const ITEMS = ['0501111111', '0502222222'].map((phone) => ({ phone, text: 'Hi' }));
const stored = <T,>(run: T): T => structuredClone(run);
const HOUR = 3_600_000;

test.each([
	['SMS Send', (options: object) => sendSms(TO_EACH, { concurrentRequests: 1, ...options })],
])('%s refuses a schedule that is over by the retry', async (_, send) => {
	const now = Date.now();
	const timing = new Date(now + HOUR).toISOString();
	fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
	const { run } = await fixture.run(send({ timing }), { items: ITEMS });
	jest.spyOn(Date, 'now').mockReturnValue(now + 6 * HOUR);
	const { error } = await fixture.run(send({ timing }), { items: ITEMS, retryOf: stored(run) });
	expect(error?.message).toMatch(/'Schedule' is in the past/);
	expect(fixture.sandbox.messages()).toHaveLength(1);
});

test('sends the number of an item that the service rejected, and no other, in a retry', async () => {
	const requests: string[] = [];
	const replyTo = (request: string) => {
		requests.push(request);
		if (requests.length === 1) {
			return JSON.stringify({ status: 0, message: 'OK', shipment_id: '1', errors: ['0502222222'] });
		}
		const status = requests.length === 2 ? 4 : 0;
		return JSON.stringify({ status, message: 'OK', shipment_id: String(requests.length) });
	};
	await withReply(replyTo, async (baseUrl) => {
		const credentials = { ...fixture.credentials({}), baseUrl };
		const phones = ['0501111111, 0502222222', '0503333333'];
		const items = phones.map((phone) => ({ phone, text: 'Hi' }));
		const send = sendSms(TO_EACH, { concurrentRequests: 1 });
		const { run } = await fixture.run(send, { items, credentials });
		const again = await fixture.run(send, { items, credentials, retryOf: stored(run) });
		expect(requests.slice(2).map((body) => body.match(/050\d{7}/g))).toEqual([
			['0502222222'],
			['0503333333'],
		]);
		expect(again.items.map(({ json }) => json.result)).toEqual(['Accepted', 'Accepted']);
	});
});

test('says of an unknown batch what an earlier try ended with, not what the service says now', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503 });
	const { run, error } = await fixture.run(bulk(), { items: ITEMS });
	expect(error?.context?.outcome).toBe('unknown');
	const again = await fixture.run(bulk(), { items: ITEMS, retryOf: stored(run) });
	expect(again.error?.message).toMatch(/^Not sent again\. An earlier try ended with: The service/);
	expect(again.error?.description).toContain('Report, Get by External ID');
	expect(fixture.sandbox.counters().requests).toMatchObject({ sms: 1 });
});

test('leaves the key of a repeated text free', async () => {
	const keyed = (key: string) => sendSms(TO_EACH, { idempotencyKey: key });
	const twice = [1, 2].map((n) => ({ phone: '0501111111', text: 'Hi', n }));
	await fixture.runWell(keyed('={{ "k" + $json.n }}'), { items: twice, executionId: '1' });
	const { items } = await fixture.runWell(keyed('k2'), {
		items: ITEMS.slice(0, 1),
		executionId: '2',
	});
	expect(items[0]?.json.result).toBe('Accepted');
});
