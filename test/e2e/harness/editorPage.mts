import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	selectors,
	type BrowserContext,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import { owner, PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { openChromium } from '../../../scripts/chromium.mts';

selectors.setTestIdAttribute('data-test-id');

/**
 * Logs in to an n8n as its owner, in a browser. If `work` fails, the error names a folder with pictures of all pages and the
 * browser console.
 */
export async function inEditorOf<T>(
	n8n: { url: string },
	options: BrowserContextOptions,
	work: (page: Page) => Promise<T>,
): Promise<T> {
	const browser = await openChromium();
	try {
		const context = await browser.newContext({
			viewport: { width: 1300, height: 850 },
			...options,
		});
		context.setDefaultTimeout(PATIENCE_MS);
		const said: string[] = [];
		context.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
		context.on('weberror', (error) => said.push(`uncaught: ${error.error().stack}`));
		try {
			return await work(await signedIn(context, n8n.url));
		} catch (error) {
			const folder = await leave(context, said);
			throw new Error(`${(error as Error).message}\nWhat the browser showed is in ${folder}`, {
				cause: error,
			});
		}
	} finally {
		await browser.close();
	}
}

async function signedIn(context: BrowserContext, url: string): Promise<Page> {
	const page = await context.newPage();
	await page.goto(`${url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
	await page.fill('input[type="password"]', owner.password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL(({ pathname }) => !pathname.includes('signin'));
	return page;
}

async function leave(context: BrowserContext, said: string[]): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-browser-'));
	await writeFile(join(folder, 'console.txt'), said.join('\n'));
	for (const [index, page] of context.pages().entries()) {
		await page.screenshot({ path: join(folder, `page-${index + 1}.png`) }).catch(console.error);
	}
	return folder;
}
