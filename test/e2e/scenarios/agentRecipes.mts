// Arguments: the file for the report and, if wanted, a folder for the pictures of the recipes.
import type { SavedWorkflow } from '../../../demo/n8nRest.mts';
import { createModelCredential } from '../harness/agentWorkflow.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteRecipe } from '../harness/pasteRecipe.mts';
import { scenario } from '../harness/realN8n.mts';
import { startScriptedModel } from '../../../demo/scriptedModel.mts';
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
			await createTextMeCredential(rest, sandbox);
			const openAiApi = await createModelCredential(rest, model);
			const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
			const pasted = await inEditorOf(n8n, allowed, async (page) => ({
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
