import {
	selectors,
	type BrowserContext,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import { owner, PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { openChromium } from '../../../scripts/chromium.mts';

selectors.setTestIdAttribute('data-test-id');

/** n8n binds its cookie to this name, which its editor keeps. */
const BROWSER = 'n8n-nodes-textme';

/** Without the page for it, because loading the editor once more takes seconds. */
async function logIn(context: BrowserContext, url: string) {
	await context.request.post(`${url}/rest/login`, {
		headers: { 'browser-id': BROWSER },
		data: { emailOrLdapLoginId: owner.email, password: owner.password },
		failOnStatusCode: true,
	});
	await context.addInitScript(`localStorage.setItem('n8n-browserId', '${BROWSER}')`);
}

/** Opens a page of the editor. Where one is open, by the editor's router, like its links: loading the editor takes seconds. */
export async function openInEditor(page: Page, { url }: { url: string }, path: string) {
	const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
	if (page.url().startsWith(url)) await page.evaluate(`${router}.push('${path}')`);
	else await page.goto(url + path);
}

/** Opens a browser in which n8n's owner is logged in, with an empty page. */
export async function inEditorOf<T>(
	{ url }: { url: string },
	options: BrowserContextOptions,
	work: (page: Page) => Promise<T>,
): Promise<T> {
	const browser = await openChromium();
	try {
		const viewport = { width: 1300, height: 850 };
		// Compressing the editor takes n8n three seconds.
		const extraHTTPHeaders = { 'accept-encoding': 'identity' };
		const context = await browser.newContext({ viewport, extraHTTPHeaders, ...options });
		context.setDefaultTimeout(PATIENCE_MS);
		await logIn(context, url);
		return await work(await context.newPage());
	} finally {
		await browser.close();
	}
}
