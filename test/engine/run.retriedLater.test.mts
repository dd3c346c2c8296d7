import { bulk, sendSms, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/servers.mts';

const fixture = useSandbox();

const ITEMS = ['0501111111', '0502222222'].map((phone) => ({ phone, text: 'Hi' }));
const stored = <T,>(run: T): T => structuredClone(run);

describe('an item of two numbers, of which the service rejected the second', () => {
	const ACCEPTED = { status: 0, message: 'OK', shipment_id: '1' };
	const REFUSED = { status: 4, message: 'No credit' };
	const PAIR = '0501111111, 0502222222';
	const send = sendSms(TO_EACH, { concurrentRequests: 1 });

	/** Runs the items to these phones, whose second one is refused, and retries them until a try ends well. */
	async function untilWell(phones: string[], refusals: object[], inRetry = send) {
		const requests: string[] = [];
		const replies = [{ ...ACCEPTED, errors: ['0502222222'] }, REFUSED, ...refusals];
		const replyTo = (request: string) =>
			JSON.stringify(replies[requests.push(request) - 1] ?? ACCEPTED);
		return await withReply(replyTo, async (baseUrl) => {
			const own = {
				credentials: { ...fixture.credentials({}), baseUrl },
				items: phones.map((phone) => ({ phone, text: 'Hi' })),
			};
			let result = await fixture.run(send, own);
			while (result.error && requests.length < 10) {
				result = await fixture.run(inRetry, { ...own, retryOf: stored(result.run) });
			}
			const texted = requests.slice(2).map((body) => body.match(/050\d{7}/g)?.join());
			return { texted, results: result.items.map(({ json }) => json.result) };
		});
	}

	test('goes to the second in the next retry, if it is refused in the first', async () => {
		const { texted, results } = await untilWell([PAIR, '0503333333'], [REFUSED]);
		expect(texted).toEqual(['0502222222', '0502222222', '0503333333']);
		expect(results).toEqual(['Accepted', 'Accepted']);
	});

	test('keeps an item back in a retry that has the same text for the first', async () => {
		const { texted, results } = await untilWell([PAIR, '0503333333', '0501111111'], []);
		expect(texted).toEqual(['0502222222', '0503333333']);
		expect(results[2]).toContain('has this text');
	});

	test('goes to the second, whatever the order of the numbers is in a retry', async () => {
		const phones = '={{ $json.phone.split(", ").reverse().join(", ") }}';
		const { texted } = await untilWell([PAIR, '0503333333'], [], { ...send, phones });
		expect(texted).toEqual(['0502222222', '0503333333']);
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
