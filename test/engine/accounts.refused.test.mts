import { CALL_ITEMS, callName, OPERATION_CALLS, parametersOf } from './harness/operationCalls.mts';
import { expectRefusal, REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const calls = OPERATION_CALLS.map((call) => [callName(call), call] as const);

describe('an account that the gateway refuses', () => {
	test.each(calls)('learns why from %s', async (_, call) => {
		for (const [status, account] of REFUSED_OR_RESTRICTED) {
			fixture.sandbox.reset();
			const parameters = await parametersOf(call, fixture.sandbox);
			const { messages } = fixture.sandbox.counters();
			const { error } = await fixture.run(parameters, {
				items: CALL_ITEMS,
				webhookWaitingBaseUrl: 'https://n8n.example/webhook-waiting',
				account: account(fixture.sandbox),
			});
			// The restricted account may send, and read its balance.
			const isServed = fixture.sandbox.requests().at(-1)?.status === 0;
			if (status === 511 && isServed) continue;
			expectRefusal(error, status);
			expect(fixture.sandbox.counters().messages).toBe(messages);
		}
	});
});
