import { waitFor } from './harness/deliveryWaits.mts';
import { ask } from './harness/questions.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** How a node can see n8n's engine 2.0: where n8n shows it the settings, and in an execution of n8n 2.41. */
const SEEN = [
	['settings', { settings: { engineType: 'v2' } }],
	['execution ID', { executionId: '0199f2c4-7b1e-7c3a-9d5e-2f6a8b1c4d7e' }],
] as const;

describe.each(SEEN)('a workflow on engine 2.0, by its %s', (_, run) => {
	test.each([
		['a question by link', ask(), /^Send and Wait for Response is not possible: .*engine 1/],
		['a question by text', ask({ responseType: 'smsReply' }), /^Send and Wait for Response is/],
		[
			'Wait for Delivery',
			sendSms({}, waitFor(1, 'hours')),
			/^'Wait for Delivery' is not possible: /,
		],
	])('refuses %s before anything is sent', async (_name, parameters, message) => {
		const { error } = await fixture.run(parameters, run);
		expect(error?.message).toMatch(message);
		expect(error?.message).toContain("n8n's engine 2.0 resumes no waiting execution");
		expect(fixture.sandbox.requests()).toStrictEqual([]);
	});

	test('sends what waits for nothing', async () => {
		const { error } = await fixture.run(sendSms(), run);
		expect(error).toBeUndefined();
		expect(fixture.sandbox.counters().messages).toBe(1);
	});
});

test.each([
	{ settings: { engineType: 'v1' as const } },
	{ executionId: '1042' },
	{ executionId: '0199f2c4-7b1e-4c3a-9d5e-2f6a8b1c4d7e' },
])('waits in an execution of the mode %j', async (run) => {
	const { error } = await fixture.run(ask(), run);
	expect(error).toBeUndefined();
	expect(fixture.sandbox.counters().messages).toBe(1);
});
