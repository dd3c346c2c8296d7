import { ExecuteContext } from 'n8n-core';
import { ask } from './harness/questions.mts';
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

test.each(['approval', 'smsReply'])('refuses to wait before anything is sent: %s', async (way) => {
	const { error } = await fixture.run(ask({ responseType: way }));
	expect(error?.message).toBe(
		'Send and Wait for Response needs n8n 2.3 or newer; update n8n [item 0]',
	);
	expect(fixture.sandbox.requests()).toStrictEqual([]);
});
