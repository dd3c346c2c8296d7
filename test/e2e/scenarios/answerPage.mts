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
	/** How often the form is submitted; default 1. */
	posts?: number;
}

const field = (fieldLabel: string, fieldType: string, more: object = {}) => ({
	...{ fieldLabel, fieldType, requiredField: true, ...more },
});
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
			message: 'נשמח לפרטים על האירוע שלך ב־ACME',
			responseType: 'form',
			formFields: {
				values: [
					field('שם מלא', 'text'),
					field('מספר אורחים', 'number'),
					field('תאריך', 'date', { requiredField: false }),
					field('איזו מנה?', 'radio', { choices: 'בשרי\nטבעוני, בלי אגוזים' }),
					field('מה עוד צריך?', 'checkbox', { choices: 'חניה\nכיסא תינוק\nמיקרופון' }),
				],
			},
		},
		settings: { colorScheme: 'dark' },
		answer: async (page) => {
			await page.getByLabel('שם מלא').fill('דנה לוי');
			await page.getByLabel('מספר אורחים').fill('4');
			await page.getByLabel('תאריך').fill('2026-12-24');
			await page.getByText('טבעוני, בלי אגוזים').tap();
			await tap(page, 'שליחה');
			// Browsers cannot require a choice in a group of checkboxes.
			await page.getByText('יש למלא שדה זה.').waitFor();
			await page.getByText('כיסא תינוק').tap();
			await page.getByText('חניה').tap();
			await tap(page, 'שליחה');
		},
		direction: 'rtl',
		buttons: ['שליחה'],
		thanks: [
			'תודה רבה',
			'שם מלא: דנה לוי\nמספר אורחים: 4\nתאריך: 2026-12-24\nאיזו מנה?: טבעוני, בלי אגוזים\nמה עוד צריך?: חניה, כיסא תינוק',
		],
		data: {
			...{ 'שם מלא': 'דנה לוי', 'מספר אורחים': 4, תאריך: '2026-12-24' },
			...{ 'איזו מנה?': 'טבעוני, בלי אגוזים', 'מה עוד צריך?': ['חניה', 'כיסא תינוק'] },
		},
		posts: 2,
	},
	{
		parameters: {
			...{ message: 'מתי נוח שנגיע?', approvalType: 'choices' },
			choices: 'יום ראשון ב־10:00\nיום שני אחר הצהריים\nלא רלוונטי',
		},
		settings: { javaScriptEnabled: false },
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
	for (const [n, { parameters, settings, answer, posts = 1, ...wanted }] of CASES.entries()) {
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
		expect(requested).toEqual(['GET LINK', ...Array<string>(posts).fill('POST LINK')]);
	}
	await browser.close();
});
