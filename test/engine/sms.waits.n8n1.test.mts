import { ExecuteContext } from 'n8n-core';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { waitFor } from './harness/deliveryWaits.mts';
import { ask } from './harness/questions.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

// n8n 1.x does not tell a tool from other nodes, and leaves it to a node to have signatures checked.
const prototype = ExecuteContext.prototype as unknown as Record<string, unknown>;
const { isToolExecution } = prototype;
const required = jest.fn();
beforeEach(() => {
	delete prototype.isToolExecution;
	prototype.setSignatureValidationRequired = required;
});
afterEach(() => {
	prototype.isToolExecution = isToolExecution;
	delete prototype.setSignatureValidationRequired;
});

test('waits for a link, and for nothing else', async () => {
	const { run } = await fixture.run(ask());
	expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
	expect(required).toHaveBeenCalledTimes(1);
});

test.each([
	[
		ask({ responseType: 'smsReply' }),
		/'Response Type' cannot be 'SMS Reply' before n8n 2\.3/,
		[{}],
	],
	[sendSms({}, waitFor(1, 'hours')), /'Wait for Delivery' needs n8n 2\.3/, [{}]],
	[
		ask({}, { reminder: { values: { amount: 1, unit: 'days', message: '' } } }),
		/'Reminder' needs n8n 2\.3/,
		[{}],
	],
	[ask(), /takes one input item at a time before n8n 2\.3, not 2/, [{}, {}]],
])('refuses what needs a sub-execution before anything is sent', async (values, message, items) => {
	const { error } = await fixture.run(values, { items });
	expect(error?.message).toMatch(message);
	expect(fixture.sandbox.requests()).toStrictEqual([]);
});
