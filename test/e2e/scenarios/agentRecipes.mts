// Arguments: the file for the report and, if wanted, a folder for the pictures of the recipes.
import { PATIENCE_MS, type SavedWorkflow } from '../../../demo/n8nRest.mts';
import { AGENT, createModelCredential, agentWorkflow, tool } from '../harness/agentWorkflow.mts';
import { carriedOut, chosen, type Credential } from '../harness/byHand.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { startScriptedModel, type ScriptedModel } from '../../../demo/scriptedModel.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { approveAnAgent } from '../recipes/approveAnAgent.mts';
import { changed, type Kit } from '../recipes/kit.mts';
import { startOutside } from '../recipes/outside.mts';
import { textYourAgent } from '../recipes/textYourAgent.mts';

const [, , , pictures] = process.argv;

await scenario(
	async (real) => {
		const { rest, sandbox, n8n } = real;
		const model = await startScriptedModel();
		const outside = await startOutside();
		try {
			const textMe = await createTextMeCredential(rest, sandbox);
			const openAiApi = await createModelCredential(rest, model);
			const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
			const pasted = await inEditorOf(n8n, allowed, async (page) => ({
				orderText: await pasteRecipe(page, real, 'agent-order-text', pictures),
				textYourAgent: await pasteRecipe(page, real, 'text-your-agent', pictures),
				approveAnAgent: await pasteRecipe(page, real, 'approve-an-agent', pictures),
			}));
			const kitOf = (workflow: SavedWorkflow): Omit<Kit, 'browser'> => ({
				...{ rest, sandbox, outside, url: n8n.url },
				workflow: async (change) => {
					const copy = changed(workflow, change);
					// A person chooses the credential of the model.
					for (const { credentials } of copy.nodes) {
						if (credentials?.openAiApi) Object.assign(credentials, { openAiApi });
					}
					return await rest.createWorkflow(copy);
				},
			});
			return {
				orderText: await orderText(kitOf(pasted.orderText), model, { textMe, openAiApi }),
				textYourAgent: await textYourAgent(kitOf(pasted.textYourAgent), model),
				approveAnAgent: await approveAnAgent(kitOf(pasted.approveAnAgent), model),
			};
		} finally {
			await model.close();
			outside.close();
		}
	},
	{ sandbox: { deliveryDelayMs: 500 } },
);

async function orderText(
	{ rest, sandbox, ...kit }: Omit<Kit, 'browser'>,
	model: ScriptedModel,
	{ textMe, openAiApi }: Record<'textMe' | 'openAiApi', Credential>,
) {
	// Another workflow sends the text about the order.
	model.follow({ calls: [{ tool: 'Send_SMS', with: {} }] }, { say: 'Sent.' });
	const parameters = {
		resource: 'sms',
		operation: 'send',
		source: chosen('TextMe'),
		phones: '0501234567',
		message: 'Your order is on its way',
		options: { tracking: { externalIds: 'order-1042-0501234567' } },
	};
	await carriedOut(rest, agentWorkflow(openAiApi, [tool('Send SMS', textMe, parameters)]));
	await sandbox.waitForMessage({ phone: '0501234567', state: 'delivered' }, PATIENCE_MS);

	const example = await kit.workflow();
	const lookUp = (order: string, phone: string) => ({
		tool: 'Find_delivery_report',
		with: { Order_Number: order, Phone_Number: phone },
	});
	model.follow(
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
	const trigger = 'When chat message received';
	const { executionId } = await rest.chat(example.id, trigger, AGENT, question);
	const execution = await rest.ended(executionId);
	return {
		status: execution.status,
		asked: model.requests()[0]?.messages.at(-1)?.content,
		read: model.results().map((result) => JSON.parse(result) as unknown),
	};
}
