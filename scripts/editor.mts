import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { n8nInstall } from '../demo/n8nInstall.mts';
import { startN8n } from '../demo/n8nProcess.mts';
import { N8nRest, owner, type WorkflowFile } from '../demo/n8nRest.mts';
import { endAll } from '../demo/processGroup.mts';
import { sandboxCredential } from '../demo/sandboxCredential.mts';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { openChromium } from './chromium.mts';
import { packPackage, unpackPackage } from './packedPackage.mts';

export interface Editor {
	page: Page;
	/** Saves a workflow and opens the panel of one of its nodes. */
	openNode: (workflow: WorkflowFile, nodeId: string) => Promise<void>;
	/** The node as it is dropped on the canvas, with a credential for the sandbox. */
	textMe: (parameters: Record<string, unknown>) => WorkflowFile['nodes'][number];
}

/** Opens the editor of a real n8n with the built package in it, and ends everything afterwards. */
export async function inEditor(work: (editor: Editor) => Promise<void>): Promise<void> {
	const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-editor-'));
	const userFolder = join(scratch, 'n8n');
	await unpackPackage(
		await packPackage(scratch),
		join(userFolder, '.n8n', 'nodes', 'node_modules'),
	);
	const sandbox = await startSandbox({ clock: 'real' });
	const n8n = await startN8n({ install: await n8nInstall(console.error), userFolder });
	try {
		const rest = new N8nRest(n8n.url);
		await rest.setUpOwner();
		const data = sandboxCredential(sandbox);
		const { id } = await rest.createCredential('TextMe account', 'textMeApi', data);
		const browser = await openChromium();
		const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
		await page.goto(`${n8n.url}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
		await page.fill('input[type="password"]', owner.password);
		await page.click('[data-test-id="form-submit-button"]');
		await page.waitForURL((url) => !url.pathname.includes('signin'));
		await work({
			page,
			openNode: async (workflow, nodeId) => {
				const saved = await rest.createWorkflow(workflow);
				await page.goto(`${n8n.url}/workflow/${saved.id}/${nodeId}`);
				await page.waitForSelector('[data-test-id="ndv"]');
				// The panel loads more in the background.
				await page.waitForTimeout(1500);
			},
			textMe: (parameters) => ({
				id: 'textme',
				name: 'TextMe',
				type: 'n8n-nodes-textme.textMe',
				typeVersion: 1,
				position: [200, 0],
				parameters,
				credentials: { textMeApi: { id, name: 'TextMe account' } },
			}),
		});
		await browser.close();
	} finally {
		await n8n.stop();
		await sandbox.close();
		await endAll();
		await rm(scratch, { recursive: true, force: true });
	}
}
