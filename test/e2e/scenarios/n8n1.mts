import { sharedScenario } from '../harness/realN8n.mts';
import { createTextMeCredential, node, workflowOf } from '../harness/triggerWorkflow.mts';

const START = 'Start';

/** The errors of operations that n8n 1 cannot carry out. */
await sharedScenario(async ({ rest, sandbox }) => {
	const textMeApi = await createTextMeCredential(rest, sandbox);
	const errorOf = async (name: string, parameters: Record<string, unknown>) => {
		const send = node(
			'Send',
			'n8n-nodes-textme.textMe',
			{
				source: { __rl: true, mode: 'id', value: sandbox.account.number },
				message: 'Hello',
				...parameters,
			},
			{ credentials: { textMeApi } },
		);
		const start = node(START, 'n8n-nodes-base.manualTrigger');
		const { id } = await rest.createWorkflow(workflowOf(name, [start], [send]));
		const { executionId } = await rest.run(id, START);
		return (await rest.ended(executionId)).data.resultData.error?.message;
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
