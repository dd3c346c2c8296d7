import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from '../../scripts/chromium.mts';
import { useSandbox } from '../sandbox/useSandbox.mts';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE_SIZE = { width: 390, height: 844 };

/** The sandbox with its page, reopened for each test. Any error in the browser's console fails the test. */
export function usePage() {
	const sandbox = useSandbox();
	let browser: Browser;
	let context: BrowserContext;
	let page: Page;
	let complaints: string[];

	beforeAll(async () => {
		browser = await openChromium();
	});
	afterAll(() => browser.close());

	beforeEach(async () => {
		complaints = [];
		const permissions = ['clipboard-read', 'clipboard-write'];
		context = await browser.newContext({ viewport: DESKTOP, permissions });
		// No time-out of Playwright (30 s): the test's own comes first.
		context.setDefaultTimeout(0);
		page = await context.newPage();
		page.on('console', (message) => {
			if (message.type() === 'error') complaints.push(message.text());
		});
		page.on('pageerror', (error) => complaints.push(error.message));
		await page.goto(sandbox().baseUrl);
		await page.getByText('Live', { exact: true }).waitFor();
	});
	afterEach(async () => {
		await context.close();
		expect(complaints).toEqual([]);
	});

	return {
		sandbox,
		page: () => page,
		copied: () => page.evaluate<string>('navigator.clipboard.readText()'),
	};
}
