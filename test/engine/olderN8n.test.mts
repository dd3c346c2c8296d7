import { ExecuteContext } from 'n8n-core';

import { waitFor } from './harness/deliveryWaits.mts';
import { ask } from './harness/questions.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

// n8n before 2.3 lacks this function.
const prototype = ExecuteContext.prototype as unknown as Record<string, unknown>;
const { isToolExecution } = prototype;
beforeEach(() => {
	delete prototype.isToolExecution;
});
afterEach(() => {
	prototype.isToolExecution = isToolExecution;
});

test.each([
	[ask(), 'Send and Wait for Response'],
	[ask({ responseType: 'smsReply' }), 'Send and Wait for Response'],
	[sendSms({}, waitFor(1, 'hours')), "'Wait for Delivery'"],
])('refuses to wait before anything is sent', async (parameters, subject) => {
	const { error } = await fixture.run(parameters);
	expect(error?.message).toBe(`${subject} needs n8n 2.3 or newer; update n8n [item 0]`);
	expect(fixture.sandbox.requests()).toStrictEqual([]);
});
