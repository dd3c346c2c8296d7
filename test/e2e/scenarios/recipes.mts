import { readFile } from 'node:fs/promises';
import { expect } from 'expect';
import { startScriptedModel } from '../../../demo/scriptedModel.mts';
import { modelCredential } from '../harness/agentWorkflow.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteWorkflow } from '../harness/pasteWorkflow.mts';
import { withRealN8n } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import type { Kit } from '../recipes/kit.mts';
import { startOutside } from '../recipes/outside.mts';
import { PUBLISHED } from '../recipes/published.mts';
import { STARTED, WAITING } from '../recipes/started.mts';

/** By name of the file in demo/workflows. */
const RECIPES = { ...WAITING, ...STARTED, ...PUBLISHED };

await withRealN8n(
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
			).json()) as Array<{
				name: string;
				version: number | number[];
			}>;
			const known = types.flatMap(({ name, version }) =>
				[version].flat().map((each) => `${name} ${each}`),
			);
			const pasted: Kit['pasted'] = new Map();
			for (const name of Object.keys(RECIPES)) {
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
			const kit: Kit = { rest, sandbox, url: n8n.url, browser, outside, model, openAiApi, pasted };
			await Promise.all(Object.values(WAITING).map((recipe) => recipe(kit)));
			for (const recipe of Object.values({ ...STARTED, ...PUBLISHED })) await recipe(kit);
		});
		await model.close();
	},
	{ sandbox: { deliveryDelayMs: 500 } },
);
