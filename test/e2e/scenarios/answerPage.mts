import { expect } from 'expect';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { openChromium } from '../../../scripts/chromium.mts';
import { ask, askWorkflow, result } from '../harness/askWorkflow.mts';
import { withSharedN8n } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

interface Case {
	parameters: Record<string, unknown>;
	settings?: BrowserContextOptions;
	answer: (page: Page) => Promise<unknown>;
	direction: 'ltr' | 'rtl';
	buttons: string[];
	thanks: string[];
	data: object;
}

const tap = (page: Page, name: string) => page.getByRole('button', { name }).tap();

const CASES: Case[] = [
	{
		parameters: { message: 'Dana orders 12 chairs for 5,400 ₪. Please approve: {link}' },
		// A tap that registers twice.
		answer: (page) => page.getByRole('button', { name: 'Approve' }).dblclick(),
		direction: 'ltr',
		buttons: ['Approve', 'Decline'],
		thanks: ['Thank you', 'Approve'],
		data: { approved: true },
	},
	{
		parameters: {
			...{ message: 'מתי נוח שנגיע?', approvalType: 'choices' },
			choices: 'יום ראשון ב־10:00\nיום שני אחר הצהריים\nלא רלוונטי',
		},
		settings: { javaScriptEnabled: false, colorScheme: 'dark' },
		answer: (page) => tap(page, 'יום שני'),
		direction: 'rtl',
		buttons: ['יום ראשון ב־10:00', 'יום שני אחר הצהריים', 'לא רלוונטי'],
		thanks: ['תודה רבה', 'יום שני אחר הצהריים'],
		data: { choice: 'יום שני אחר הצהריים' },
	},
];

/** Opens the links of questions on a phone and answers. */
await withSharedN8n(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const browser = await openChromium();
	for (const [n, { parameters, settings, answer, ...wanted }] of CASES.entries()) {
		const asked = await ask(rest, sandbox, askWorkflow(credential, `050111110${n}`, parameters));
		const viewport = { width: 375, height: 667 };
		const context = await browser.newContext({
			viewport,
			isMobile: true,
			hasTouch: true,
			...settings,
		});
		context.setDefaultTimeout(PATIENCE_MS);
		const page = await context.newPage();
		const [complaints, requested]: string[][] = [[], []];
		page.on('console', (message) => complaints?.push(message.text()));
		page.on('pageerror', (error) => complaints?.push(error.message));
		page.on('request', (request) =>
			requested?.push(`${request.method()} ${request.url().replace(asked.link, 'LINK')}`),
		);
		await page.goto(asked.link);
		const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
		const direction = await page.locator('html').getAttribute('dir');
		const buttons = await page.locator('button').allInnerTexts();
		const all = await page.locator('button').all();
		const boxes = await Promise.all(all.map((button) => button.boundingBox()));
		await answer(page);
		await page.locator('.mark').waitFor();
		const thanks = [await page.locator('h1').innerText(), await page.locator('.text').innerText()];
		await context.close();
		const { status, data } = await result(rest, asked);
		expect({ direction, buttons, thanks, data }).toEqual(wanted);
		expect({ status, isTooWide, complaints }).toEqual({
			...{ status: 'success', isTooWide: false, complaints: [] },
		});
		expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(48);
		// The page loads nothing, and a double tap submits once.
		expect(requested).toEqual(['GET LINK', 'POST LINK']);
	}
	await browser.close();
});
