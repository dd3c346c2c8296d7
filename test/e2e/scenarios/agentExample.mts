import { createExampleWorkflows } from '../../../demo/exampleWorkflows.mts';
import {
	AGENT,
	createModelCredential,
	runAgent,
	agentWorkflow,
	tool,
} from '../harness/agentWorkflow.mts';
import { scenario } from '../harness/realN8n.mts';
import { startScriptedModel } from '../harness/scriptedModel.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

await scenario(async ({ rest, sandbox }) => {
	const scripted = await startScriptedModel();
	try {
		const textMe = await createTextMeCredential(rest, sandbox);
		const openAiApi = await createModelCredential(rest, scripted);

		// Another workflow sends the text about the order.
		scripted.follow({ calls: [{ tool: 'Send_SMS', with: {} }] }, { say: 'Sent.' });
		const parameters = {
			resource: 'sms',
			operation: 'send',
			source: { __rl: true, mode: 'id', value: 'TextMe' },
			phones: '0501234567',
			message: 'Your order is on its way',
			options: { tracking: { externalIds: 'order-1042-0501234567' } },
		};
		await runAgent(rest, agentWorkflow(openAiApi, [tool('Send SMS', textMe, parameters)]));
		await sandbox.waitForMessage({ phone: '0501234567', state: 'delivered' });

		const { 'agent-order-text': example } = await createExampleWorkflows(rest, textMe, {
			openAiApi,
		});
		if (!example) throw new Error('There is no demo/workflows/agent-order-text.json');
		const lookUp = (order: string, phone: string) => ({
			tool: 'Find_delivery_report',
			with: { Order_Number: order, Phone_Number: phone },
		});
		scripted.follow(
			{
				calls: [
					lookUp('1042', '+972 50-123-4567'),
					lookUp('1042', ''),
					lookUp('1042-0501234567, order-1043', ''),
					lookUp('1042', '0527654321'),
				],
			},
			{ say: 'It was delivered.' },
		);
		const question = 'Was the text about my order 1042 delivered?';
		const [trigger] = example.nodes;
		const { executionId } = await rest.chat(example.id, trigger?.name ?? '', AGENT, question);
		const execution = await rest.ended(executionId);
		return {
			status: execution.status,
			asked: scripted.requests()[0]?.messages.at(-1)?.content,
			read: scripted.results().map((result) => JSON.parse(result) as unknown),
		};
	} finally {
		await scripted.close();
	}
});
