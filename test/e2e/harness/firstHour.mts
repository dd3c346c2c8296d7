import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { unpackPackage, type PackedPackage } from '../../../scripts/packedPackage.mts';
import * as communityNodes from './communityNodesScreen.mts';
import type { LocalRegistry } from './localRegistry.mts';
import * as panel from './nodePanel.mts';
import type { RealN8n } from './realN8n.mts';
import { eventsOf } from './triggerWorkflow.mts';

const PHONE = '050-123-4567';
const TEXT = 'Your order is on its way';
/** The phone of the person who rehearses. */
const OWN_PHONE = '0537778899';

/** n8n's public address, as if behind a reverse proxy. */
export const PUBLIC_URL = 'https://n8n.example.com';

export interface FirstHour {
	page: Page;
	real: RealN8n;
	registry: LocalRegistry;
	packed: PackedPackage;
	/** Takes a picture, if pictures are wanted. */
	picture: (name: string, of: Page | Locator) => Promise<unknown>;
}

/** A person's first hour with the package in n8n's editor. */
export async function firstHour(hour: FirstHour) {
	const { page, real, packed } = hour;
	const begin = performance.now();
	const installed = await install(hour);
	const sent = await sendFirst(hour);
	const firstTextMs = Math.round(performance.now() - begin);
	const rehearsed = await rehearse(hour);
	const listened = await listen(hour);
	const workflow = await publish(listened.page, real);
	register(real, listened.address);
	const updated = await update(hour, listened.page);
	await panel.execute(page);
	const events = await eventsOf(real.rest, workflow, 2);
	await communityNodes.uninstall(listened.page);
	const [, second, third] = real.sandbox.messages().filter(({ phone }) => phone !== OWN_PHONE);
	return {
		name: packed.name,
		version: packed.version,
		installed,
		sent,
		firstTextMs,
		rehearsed,
		address: listened.address,
		listened: { output: listened.output, externalId: second?.externalId },
		updated: { ...updated, events, externalId: third?.externalId },
		uninstalled: { known: await isKnown(listened.page) },
	};
}

/** Whether the editor offers the node. */
const isKnown = (page: Page) =>
	page.evaluate(async () => (await (await fetch('/types/nodes.json')).text()).includes('textMe"'));

async function install({ page, real: { n8n }, packed, picture }: FirstHour) {
	await communityNodes.openCommunityNodes(page, n8n.url);
	await communityNodes.fillInstallForm(page, packed.name);
	await picture('install', page);
	const line = await communityNodes.confirmInstall(page);
	return { line, known: await isKnown(page) };
}

async function sendFirst({ page, real: { n8n, sandbox }, picture }: FirstHour) {
	await panel.beginWith(page, n8n.url, 'Send SMS');
	const { username, token } = sandbox.account;
	const credential = await panel.connect(page, { username, apiToken: token });
	await picture('credential', credential);
	const tested = await credential.innerText();
	await panel.closeWindow(credential);
	await (await panel.choices(page, 'source')).filter({ hasText: sandbox.account.sender }).click();
	await panel.field(page, 'phones').fill(PHONE);
	await panel.field(page, 'message').fill(TEXT);
	await panel.execute(page);
	const output = await panel.outputWith(page, 'accepted');
	await picture('send-sms', page);
	const { phone, text, source } = await sandbox.waitForMessage({ text: TEXT }, PATIENCE_MS);
	const handset = await page.context().newPage();
	await handset.goto(`${sandbox.baseUrl}/#${phone}`);
	await handset.locator('.bubble').getByText(TEXT).waitFor();
	await picture('phone', handset);
	await handset.close();
	return { tested, output, received: { phone, text, source } };
}

/** Starts a rehearsal, sends again, and ends it. */
async function rehearse({ page, real: { sandbox }, picture }: FirstHour) {
	const notice = 'This is a rehearsal: everything goes to one phone.';
	const window = await panel.openCredential(page);
	await panel.field(page, 'rehearsalPhone').fill('053-777-8899');
	await panel.save(window);
	await window.getByText(notice).waitFor();
	// High enough for the whole credential.
	await page.setViewportSize({ width: 1300, height: 1040 });
	await picture('rehearsal-credential', window);
	await page.setViewportSize({ width: 1300, height: 850 });
	await panel.closeWindow(window);
	await panel.execute(page);
	const output = await panel.outputWith(page, 'rehearsal');
	await picture('rehearsal', page);
	const { text } = await sandbox.waitForMessage({ phone: OWN_PHONE }, PATIENCE_MS);
	await panel.openCredential(page);
	await panel.field(page, 'rehearsalPhone').fill('');
	await panel.save(window);
	const isOver = !(await window.getByText(notice).isVisible());
	await panel.closeWindow(window);
	return { output, text, isOver };
}

/** Registers a push as the service's support does, but with n8n's local address: the public one does not exist. */
const register = ({ sandbox, n8n }: RealN8n, address: string) =>
	sandbox.registerPush({ feed: 'delivery', url: address.replace(PUBLIC_URL, n8n.url) });

/** Listens in a second window while the first one sends. */
async function listen({ page: sending, real, picture }: FirstHour) {
	const page = await sending.context().newPage();
	await panel.beginWith(page, real.n8n.url, 'On delivery report');
	const address = await panel.productionAddress(page);
	const feed = register(real, address.replace('/webhook/', '/webhook-test/'));
	await panel.execute(page);
	await page.getByTestId('trigger-listening').waitFor();
	await panel.execute(sending);
	const output = await panel.outputWith(page, 'Delivered');
	await picture('delivery-report', page);
	real.sandbox.removePush(feed.id);
	return { page, address, output };
}

async function publish(page: Page, { rest }: RealN8n) {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByTestId('workflow-publish-button').waitFor({ state: 'hidden' });
	const id = /workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
	await rest.published(id);
	return { id };
}

async function update({ packed, registry, real: { n8n } }: FirstHour, page: Page) {
	const folder = await unpackPackage(packed, join(packed.tarball, '..', 'next'));
	const file = join(folder, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8')) as { version: string };
	const [major, minor, patch] = packed.version.split('.').map(Number);
	const version = [major, minor, Number(patch) + 1].join('.');
	await writeFile(file, JSON.stringify({ ...manifest, version }));
	await registry.publish(folder);
	await communityNodes.openCommunityNodes(page, n8n.url);
	return { version, line: await communityNodes.update(page, version) };
}
