import { readFile } from 'node:fs/promises';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import type { SavedWorkflow, WorkflowFile } from '../../../demo/n8nRest.mts';
import { startScriptedModel } from '../../../demo/scriptedModel.mts';
import { sandboxCredential } from '../../../demo/sandboxCredential.mts';
import { startSandbox } from '../../../sandbox/startSandbox.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { pasteWorkflow } from '../harness/pasteWorkflow.mts';
import { SANDBOX, withSharedN8n, type Shared } from '../harness/realN8n.mts';
import type { Kit } from './kit.mts';
import { startOutside } from './outside.mts';

/** How many recipes are tried at once. They mostly wait. */
const LANES = 4;

/** Pastes recipes (files in demo/workflows) into the editor of an n8n, and tries each as soon as it is there. */
export const withRecipes = (recipes: Record<string, (kit: Kit) => Promise<void>>) =>
	withSharedN8n(async (real) => {
		const allowed = { permissions: ['clipboard-read', 'clipboard-write'] };
		await inEditorOf(real.n8n, allowed, async (page) => {
			const paste = await pasting(real, page);
			let pasted: Promise<unknown> = Promise.resolve();
			const left = Object.entries(recipes).values();
			const lane = async () => {
				for (const [name, tryOut] of left) {
					const recipe = pasted.then(() => paste(name));
					pasted = recipe;
					const kit = await kitFor(real, page, await recipe);
					await tryOut(kit);
					await Promise.all([kit.sandbox.close(), kit.model.close()]);
				}
			};
			await Promise.all(Array.from({ length: LANES }, lane));
		});
	});

/**
 * Returns a function that pastes a recipe and saves it. n8n chooses its credentials by their names; those of the first paste also
 * by their age.
 */
async function pasting({ rest, sandbox, n8n: { url } }: Shared, page: Page) {
	await rest.createCredential('TextMe account', 'textMeApi', sandboxCredential(sandbox));
	await rest.createCredential('SMTP account', 'smtp', {});
	// A person has to select the model's credential.
	await rest.createCredential('A model', 'openAiApi', { apiKey: 'none', header: false });
	type Types = Array<{ name: string; version: number | number[] }>;
	const types = (await (await page.request.get(`${url}/types/nodes.json`)).json()) as Types;
	const known = types.flatMap(({ name, version }) => [version].flat().map((n) => `${name} ${n}`));
	return async (name: string) => {
		const file = await readFile(`demo/workflows/${name}.json`, 'utf8');
		const saved = await pasteWorkflow(page, { url, rest }, file);
		for (const wanted of (JSON.parse(file) as WorkflowFile).nodes) {
			const node = saved.nodes.find((one) => one.name === wanted.name)!;
			expect(known).toContain(`${node.type} ${node.typeVersion}`);
			for (const type in wanted.credentials) {
				if (type === 'openAiApi') continue;
				expect(await rest.credential(node.credentials?.[type]?.id)).toMatchObject({ type });
			}
		}
		return { ...saved, name };
	};
}

async function kitFor({ rest, n8n }: Shared, page: Page, recipe: SavedWorkflow): Promise<Kit> {
	const sandbox = await startSandbox({ ...SANDBOX, deliveryDelayMs: 500 });
	const [outside, model] = await Promise.all([startOutside(), startScriptedModel()]);
	const name = `For ${recipe.name}`;
	const credentials: Kit['credentials'] = {};
	for (const [type, data] of Object.entries({
		textMeApi: sandboxCredential(sandbox),
		smtp: outside.smtp,
		openAiApi: { ...model.credential, header: false },
	})) {
		credentials[type] = { id: (await rest.createCredential(name, type, data)).id, name };
	}
	const browser = page.context();
	return { rest, url: n8n.url, browser, sandbox, outside, model, credentials, recipe };
}
