import { selectors, type BrowserContextOptions, type Page } from 'playwright-core';
import { owner, PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { openChromium } from '../../../scripts/chromium.mts';

selectors.setTestIdAttribute('data-test-id');

/** Opens a browser in which n8n's owner is logged in. */
export async function inEditorOf<T>(
	{ url }: { url: string },
	options: BrowserContextOptions,
	work: (page: Page) => Promise<T>,
): Promise<T> {
	const browser = await openChromium();
	try {
		const viewport = { width: 1300, height: 850 };
		const context = await browser.newContext({ viewport, ...options });
		context.setDefaultTimeout(PATIENCE_MS);
		const page = await context.newPage();
		await page.goto(`${url}/signin`);
		await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
		await page.fill('input[type="password"]', owner.password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL(({ pathname }) => !pathname.includes('signin'));
		return await work(page);
	} finally {
		await browser.close();
	}
}
