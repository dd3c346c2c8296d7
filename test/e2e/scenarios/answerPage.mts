import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { openChromium } from '../../../scripts/chromium.mts';
import { ask, askWorkflow, result } from '../harness/askWorkflow.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

/** A folder for pictures of every page; optional. */
const { TEXTME_PAGE_PICTURES: pictures } = process.env;

const field = (fieldLabel: string, fieldType: string, more: object = {}) => ({
	...{ fieldLabel, fieldType, requiredField: true, ...more },
});
const tap = (page: Page, name: string) => page.getByRole('button', { name }).tap();

type Case = [
	parameters: Record<string, unknown>,
	settings: BrowserContextOptions,
	answer: (page: Page) => Promise<unknown>,
];

const CASES: Record<string, Case> = {
	english: [
		{
			message:
				'Dana orders 12 chairs for 5,400 ₪, to be delivered on Monday. Please approve: {link}',
		},
		{},
		(page) => page.getByRole('button', { name: 'Approve' }).dblclick(),
	],
	hebrew: [
		{ message: 'איך היה השירות של ACME?', responseType: 'freeText' },
		{ colorScheme: 'dark' },
		async (page) => {
			await page.getByLabel('התשובה שלך').fill('היה מצוין,\nתודה רבה!');
			await tap(page, 'שליחה');
		},
	],
	form: [
		{
			message: 'נשמח לפרטים על האירוע שלך ב־ACME',
			responseType: 'form',
			formFields: {
				values: [
					field('שם מלא', 'text'),
					field('מספר אורחים', 'number'),
					field('תאריך', 'date', { requiredField: false }),
					field('איזו מנה?', 'radio', { choices: 'בשרי\nדגים\nטבעוני, בלי אגוזים' }),
					field('מה עוד צריך?', 'checkbox', { choices: 'חניה\nכיסא תינוק\nמיקרופון' }),
				],
			},
		},
		{},
		async (page) => {
			await page.getByLabel('שם מלא').fill('דנה לוי');
			await page.getByLabel('מספר אורחים').fill('4');
			await page.getByLabel('תאריך').fill('2026-12-24');
			await page.getByText('טבעוני, בלי אגוזים').tap();
			await tap(page, 'שליחה');
			// Browsers cannot require one checkbox of several.
			await page.getByText('יש למלא שדה זה.').waitFor();
			await page.getByText('כיסא תינוק').tap();
			await page.getByText('חניה').tap();
			await tap(page, 'שליחה');
		},
	],
	choices: [
		{
			message: 'מתי נוח שנגיע?',
			approvalType: 'choices',
			choices: 'יום ראשון ב־10:00\nיום שני אחר הצהריים\nלא רלוונטי',
		},
		{ javaScriptEnabled: false },
		(page) => tap(page, 'יום שני'),
	],
};

/** Opens the links of questions on a phone and answers. */
await sharedScenario(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const browser = await openChromium();
	if (pictures) await mkdir(pictures, { recursive: true });
	const seen: Record<string, unknown> = {};
	for (const [name, [parameters, settings, answer]] of Object.entries(CASES)) {
		const phone = `050111110${Object.keys(CASES).indexOf(name)}`;
		const asked = await ask(rest, sandbox, askWorkflow(credential, phone, parameters));
		const viewport = { width: 375, height: 667 };
		const handset = { viewport, isMobile: true, hasTouch: true, ...settings };
		const context = await browser.newContext(handset);
		context.setDefaultTimeout(PATIENCE_MS);
		const page = await context.newPage();
		const complaints: string[] = [];
		const requested: string[] = [];
		page.on('console', (message) => complaints.push(message.text()));
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('request', (request) =>
			requested.push(`${request.method()} ${request.url().replace(asked.link, 'LINK')}`),
		);
		const picture = async (step: string) =>
			pictures &&
			(await page.screenshot({ path: join(pictures, `${name}${step}.png`), fullPage: true }));
		await page.goto(asked.link);
		await picture('');
		const buttons = await page.locator('button').all();
		const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
		const shown = {
			direction: await page.locator('html').getAttribute('dir'),
			isTooWide: await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
			buttons: await page.locator('button').allInnerTexts(),
			areLarge: boxes.every((box) => (box?.height ?? 0) >= 48),
		};
		await answer(page);
		await page.locator('.mark').waitFor();
		await picture('-thanks');
		const thanks = [await page.locator('h1').innerText(), await page.locator('.text').innerText()];
		await context.close();
		const { status, data } = await result(rest, asked);
		seen[name] = { ...shown, thanks, complaints, requested, status, data };
	}
	await browser.close();
	return seen;
});
