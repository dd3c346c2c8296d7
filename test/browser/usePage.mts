import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from '../../scripts/chromium.mts';
import { useSandbox } from '../sandbox/useSandbox.mts';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE_SIZE = { width: 390, height: 844 };

/** Collects announcements, which do not stay on the page. */
const LISTEN = `new MutationObserver(() => {
	for (const { textContent } of document.querySelectorAll('#announcer, [role=alert]')) {
		void said(textContent);
	}
}).observe(document, { subtree: true, childList: true })`;

/** The sandbox with its page, reopened for each test. Any error in the browser's console fails the test. */
export function usePage() {
	const sandbox = useSandbox();
	let browser: Browser;
	let context: BrowserContext;
	let page: Page;
	let complaints: string[];
	let heard: string[];

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
		heard = [];
		await context.exposeFunction('said', (text: string) => heard.push(text));
		await context.addInitScript(LISTEN);
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
		complaints: () => complaints,
		/** Resolves when this text has been announced. */
		hear: async (text: string) => {
			while (!heard.some((said) => said.includes(text))) await sleep(50);
		},
		copied: () => page.evaluate<string>('navigator.clipboard.readText()'),
	};
}
