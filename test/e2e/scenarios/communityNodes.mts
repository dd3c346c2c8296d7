// The first hour with the package in n8n's editor, from its installation to its removal.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { unpackPackage, type PackedPackage } from '../../../scripts/packedPackage.mts';
import { renamed } from '../../renamed.mts';
import { inEditorOf, openInEditor } from '../harness/editorPage.mts';
import { startLocalInternet, type LocalInternet } from '../harness/localInternet.mts';
import { NPM, startLocalRegistry, type LocalRegistry } from '../harness/localRegistry.mts';
import * as panel from '../harness/nodePanel.mts';
import { searchNodes } from '../harness/nodeSearch.mts';
import { withRealN8n, type RealN8n } from '../harness/realN8n.mts';
import { eventsOf } from '../harness/triggerWorkflow.mts';

const [PHONE, TEXT] = ['0501234567', 'Your order is on its way'];
/** n8n's public address, as behind a reverse proxy. */
const PUBLIC_URL = 'https://n8n.example.com';
const NODES = 4;

interface Supplied {
	packed: PackedPackage;
	registry: LocalRegistry;
	internet: LocalInternet;
}
let supplied: Supplied;

/** The package on the page Settings → Community Nodes. */
const card = (page: Page) => page.getByTestId('community-package-card');
const openCommunityNodes = (page: Page, { n8n }: RealN8n) =>
	openInEditor(page, n8n, '/settings/community-nodes');

const isKnown = (page: Page) =>
	page.evaluate(async () => (await (await fetch('/types/nodes.json')).text()).includes('textMe"'));

async function install(page: Page, real: RealN8n, { name, version }: PackedPackage) {
	await openCommunityNodes(page, real);
	await page.getByRole('button', { name: 'Install a community node' }).click();
	await page.getByPlaceholder('e.g. n8n-nodes-chatwork').fill(name);
	await page.getByTestId('user-agreement-checkbox').click();
	await page.getByTestId('install-community-package-button').click();
	await page.getByTestId('install-community-package-button').waitFor({ state: 'hidden' });
	const line = await card(page).innerText();
	for (const part of [name, `v${version}`, `${NODES} nodes`]) expect(line).toContain(part);
	expect(await isKnown(page)).toBe(true);
}

/** Returns a function that sends again. */
async function sendFirst(page: Page, { n8n, sandbox, rest }: RealN8n) {
	await panel.beginWith(page, n8n, 'Send SMS');
	await page.getByRole('button', { name: 'Connect to TextMe' }).click();
	const { username, token } = sandbox.account;
	await panel.field(page, 'username').fill(username);
	await panel.field(page, 'apiToken').fill(token);
	await page.getByTestId('credential-save-button').click();
	// The window closes by itself only when the test succeeds.
	await page.getByTestId('editCredential-modal').waitFor({ state: 'hidden' });
	const credential = await panel.openCredential(page);
	expect(await credential.innerText()).toContain('Connection tested successfully');
	await panel.closeWindow(credential);

	await page.getByTestId('resource-locator-source').getByTestId('rlc-input').click();
	await page.getByTestId('rlc-item').filter({ hasText: sandbox.account.sender }).click();
	await panel.field(page, 'phones').fill('050-123-4567');
	await panel.field(page, 'message').fill(TEXT);
	await panel.execute(page);
	expect(await panel.outputWith(page, 'shipmentId')).toContain('accepted');
	const received = await sandbox.waitForMessage({ text: TEXT }, PATIENCE_MS);
	expect(received).toMatchObject({ phone: PHONE, source: 'TextMe' });
	const id = openWorkflow(page);
	const start = (await rest.workflow(id)).nodes.find(({ type }) => /Trigger$/.test(type));
	return () => rest.run(id, start?.name ?? '');
}

const openWorkflow = (page: Page) => /workflow\/(\w+)/.exec(page.url())?.[1] ?? '';

/** Registers a push as the service's support does. Replaces the public address by n8n's own, because nothing answers there. */
const register = ({ sandbox, n8n }: RealN8n, address: string) =>
	sandbox.registerPush({ feed: 'delivery', url: address.replace(PUBLIC_URL, n8n.url) });

/** Listens for a test event. Then publishes the workflow. */
async function listen(page: Page, real: RealN8n, send: () => Promise<unknown>) {
	await panel.beginWith(page, real.n8n, 'On delivery report');
	await page.getByText('Webhook URLs').click();
	await page.getByText('Production URL', { exact: true }).click();
	const shown = page.getByText(/^\s*https?:\/\/\S+\/webhook\/\S+\s*$/);
	const address = (await shown.innerText()).trim();
	expect(address).toMatch(/^https:\/\/n8n\.example\.com\/webhook\/[-0-9a-f]+$/);
	const feed = register(real, address.replace('/webhook/', '/webhook-test/'));
	await panel.execute(page);
	await page.getByTestId('trigger-listening').waitFor();
	await send();
	const output = await panel.outputWith(page, 'Delivered');
	expect(output).toContain(real.sandbox.messages({ phone: PHONE }).at(-1)?.externalId);
	real.sandbox.removePush(feed.id);

	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByTestId('workflow-publish-button').waitFor({ state: 'hidden' });
	await page.getByRole('button', { name: 'Got it' }).click();
	const id = openWorkflow(page);
	await real.rest.published(id);
	register(real, address);
	return { id };
}

async function update(page: Page, real: RealN8n, { packed, registry }: Supplied) {
	const folder = await unpackPackage(packed, join(packed.tarball, '..', 'next'));
	const file = join(folder, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8')) as { version: string };
	const version = packed.version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
	await writeFile(file, JSON.stringify({ ...manifest, version }));
	await registry.publish(folder);
	await openCommunityNodes(page, real);
	await card(page).getByRole('button', { name: 'Update' }).click();
	await page.getByRole('button', { name: 'Confirm update' }).click();
	await card(page).getByText(`v${version}`).waitFor();
}

async function uninstall(page: Page) {
	await card(page).getByTestId('action-toggle').click();
	await page.getByText('Uninstall package').click();
	await page.getByRole('button', { name: 'Confirm uninstall' }).click();
	await page.getByRole('button', { name: 'Install a community node' }).waitFor();
	expect(await isKnown(page)).toBe(false);
}

await withRealN8n(
	async (real) => {
		const proxy = { server: supplied.internet.proxy, bypass: '127.0.0.1' };
		await inEditorOf(real.n8n, { ignoreHTTPSErrors: true, proxy }, async (page) => {
			await install(page, real, supplied.packed);
			await searchNodes(page, real);
			const send = await sendFirst(page, real);
			const listening = await listen(page, real, send);
			await update(page, real, supplied);
			await send();
			const events = await eventsOf(real.rest, listening, 2);
			const { externalId } = real.sandbox.messages({ phone: PHONE }).at(-1) ?? {};
			const event = { event: 'deliveryReport', state: 'delivered', externalId };
			expect(events.at(-1)).toMatchObject(event);
			await uninstall(page);
		});
	},
	{
		env: { N8N_WEBHOOK_URL: PUBLIC_URL },
		supply: async ({ packed, sandbox, install: { node }, folder }) => {
			const registry = await startLocalRegistry(join(folder, 'registry'), node);
			await registry.publish(packed.tarball);
			const internet = await startLocalInternet(join(folder, 'internet'), {
				[NPM]: registry.port,
				'my.textme.co.il': await renamed(Number(new URL(sandbox.baseUrl).port)),
			});
			supplied = { packed, registry, internet };
			return { ...registry.env, ...internet.env };
		},
	},
);
