import { sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const ITEMS = ['0501111111', '0502222222', '0503333333'].map((phone) => ({ phone, text: 'Hi' }));
/** As n8n stores it: each retry begins with a copy. */
const stored = <T,>(run: T): T => structuredClone(run);
const got = () => ITEMS.map(({ phone }) => fixture.sandbox.messages({ phone }).length);

describe.each([
	['SMS Send', sendSms],
	['Voice Send', sendVoice],
])('%s', (_, parameters) => {
	const send = parameters(TO_EACH, { concurrentRequests: 1 });

	test('refuses a second retry of the same execution, and not a retry of the retry', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const first = await fixture.run(send, { items: ITEMS });
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const second = await fixture.run(send, { items: ITEMS, retryOf: stored(first.run) });
		expect(got()).toEqual([1, 1, 0]);
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const again = await fixture.run(send, { items: ITEMS, retryOf: stored(first.run), onError });
			expect(again.error?.message ?? again.items[0]?.json.error).toContain('was retried before');
		}
		await fixture.runWell(send, { items: ITEMS, retryOf: stored(second.run) });
		expect(got()).toEqual([1, 1, 1]);
	});

	test('carries out one of two retries at once', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const { run } = await fixture.run(send, { items: ITEMS });
		const both = [1, 2].map(
			async () => await fixture.run(send, { items: ITEMS, retryOf: stored(run) }),
		);
		const refused = (await Promise.all(both)).filter(({ error }) => error);
		expect([refused.length, got()]).toEqual([1, [1, 1, 1]]);
	});
});
