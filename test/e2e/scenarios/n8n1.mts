import { byHand, carriedOut, chosen, textMe } from '../harness/byHand.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

/** The errors of operations that n8n 1 cannot carry out. */
await sharedScenario(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const source = chosen(sandbox.account.number);
	const errorOf = async (name: string, parameters: Record<string, unknown>) => {
		const send = textMe('Send', credential, { source, message: 'Hello', ...parameters });
		return (await carriedOut(rest, byHand(name, [send]))).data.resultData.error?.message;
	};
	return {
		delivery: await errorOf('Wait for delivery', {
			phones: '0501111101',
			options: { waitForDelivery: { values: { amount: 1, unit: 'hours' } } },
		}),
		reply: await errorOf('Ask', {
			operation: 'sendAndWait',
			phone: '0501111101',
			responseType: 'smsReply',
		}),
		texts: sandbox.messages().length,
	};
});
