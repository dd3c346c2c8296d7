import { readFile } from 'node:fs/promises';
import { expect } from 'expect';
import { startScriptedModel } from '../../../demo/scriptedModel.mts';
import { modelCredential } from '../harness/agentWorkflow.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteWorkflow } from '../harness/pasteWorkflow.mts';
import { withRealN8n } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import type { Kit } from './kit.mts';
import { startOutside } from './outside.mts';

/** Pastes the recipes with these names (files in demo/workflows) into the editor of an n8n, and tries them. */
export const withRecipes = (names: string[], tryAll: (kit: Kit) => Promise<void>) =>
	withRealN8n(
		async (real) => {
			const { rest, sandbox, n8n } = real;
			const credential = await createTextMeCredential(rest, sandbox);
			const [outside, model] = await Promise.all([startOutside(), startScriptedModel()]);
			await rest.createCredential('SMTP account', 'smtp', outside.smtp);
			const openAiApi = await modelCredential(real, model);
			const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
			await inEditorOf(n8n, allowed, async (page) => {
				const types = (await (
					await page.request.get(`${n8n.url}/types/nodes.json`)
				).json()) as Array<{ name: string; version: number | number[] }>;
				const known = types.flatMap(({ name, version }) =>
					[version].flat().map((each) => `${name} ${each}`),
				);
				const pasted: Kit['pasted'] = new Map();
				for (const name of names) {
					const file = await readFile(`demo/workflows/${name}.json`, 'utf8');
					const workflow = await pasteWorkflow(page, { url: n8n.url, rest }, file);
					pasted.set(name, workflow);
					for (const { type, typeVersion, credentials } of workflow.nodes) {
						expect(known).toContain(`${type} ${typeVersion}`);
						if (type !== 'n8n-nodes-textme.textMe') continue;
						expect(credentials?.textMeApi?.id).toBe(credential.id);
					}
				}
				const browser = page.context();
				await tryAll({ rest, sandbox, url: n8n.url, browser, outside, model, openAiApi, pasted });
			});
			await model.close();
		},
		{ sandbox: { deliveryDelayMs: 500 } },
	);
