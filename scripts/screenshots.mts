// Opens every operation in the editor of a real n8n and takes a picture of it: `npm run screenshots -- <folder> [resource]`.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { n8nInstall } from '../demo/n8nInstall.mts';
import { startN8n } from '../demo/n8nProcess.mts';
import { N8nRest, owner } from '../demo/n8nRest.mts';
import { endAll } from '../demo/processGroup.mts';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { packPackage, unpackPackage } from './packedPackage.mts';

const [folder = 'screenshots', wanted] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { resources } = require('../dist/nodes/TextMe/operations/index.js') as {
	resources: Array<{ value: string; operations: Array<{ value: string }> }>;
};

const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-screenshots-'));
const userFolder = join(scratch, 'n8n');
await mkdir(folder, { recursive: true });
await unpackPackage(await packPackage(scratch), join(userFolder, '.n8n', 'nodes', 'node_modules'));
const sandbox = await startSandbox({ clock: 'real' });
const n8n = await startN8n({ install: await n8nInstall(console.error), userFolder });
try {
	const rest = new N8nRest(n8n.url);
	await rest.setUpOwner();
	const credential = await rest.createCredential('TextMe account', 'textMeApi', {
		username: sandbox.account.username,
		apiToken: sandbox.account.token,
		baseUrl: sandbox.baseUrl,
		encoding: 'json',
	});
	const browser = await chromium.launch({
		executablePath: '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
	const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
	await logIn(page);
	for (const resource of resources) {
		if (wanted && wanted !== resource.value) continue;
		for (const operation of resource.operations) {
			const { id } = await rest.createWorkflow({
				name: `${resource.value} ${operation.value}`,
				nodes: [
					{
						id: 'textme',
						name: 'TextMe',
						type: 'n8n-nodes-textme.textMe',
						typeVersion: 1,
						position: [0, 0],
						parameters: { resource: resource.value, operation: operation.value },
						credentials: { textMeApi: { id: credential.id, name: 'TextMe account' } },
					},
				],
				connections: {},
			});
			await page.goto(`${n8n.url}/workflow/${id}/textme`);
			await page.waitForSelector('[data-test-id="ndv"], [data-test-id="ndv-modal"], .ndv-wrapper');
			await page.waitForTimeout(1500);
			await page.screenshot({ path: join(folder, `${resource.value}.${operation.value}.png`) });
			console.log(`${resource.value}.${operation.value}`);
		}
	}
	await browser.close();
} finally {
	await n8n.stop();
	await sandbox.close();
	await endAll();
	await rm(scratch, { recursive: true, force: true });
}

async function logIn(page: Page) {
	await page.goto(`${n8n.url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"], input[type="email"]', owner.email);
	await page.fill('input[type="password"]', owner.password);
	await page.click('[data-test-id="form-submit-button"]');
	await page.waitForURL((url) => !url.pathname.includes('signin'));
}
