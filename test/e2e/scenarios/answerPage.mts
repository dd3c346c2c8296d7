import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { openChromium } from '../../../scripts/chromium.mts';
import { ask, askWorkflow, result, type Asked } from '../harness/askWorkflow.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

/** A folder for pictures of every step, if wanted. */
const { TEXTME_PAGE_PICTURES: pictures } = process.env;

const HEBREW_FORM = {
	message: 'נשמח לפרטים על האירוע שלך ב־ACME',
	responseType: 'form',
	formFields: {
		values: [
			{ fieldLabel: 'שם מלא', fieldType: 'text', requiredField: true },
			{ fieldLabel: 'מספר אורחים', fieldType: 'number', requiredField: true },
			{ fieldLabel: 'תאריך', fieldType: 'date' },
			{
				fieldLabel: 'איזו מנה?',
				fieldType: 'radio',
				choices: 'בשרי\nדגים\nטבעוני, בלי אגוזים',
				requiredField: true,
			},
			{
				fieldLabel: 'מה עוד צריך?',
				fieldType: 'checkbox',
				choices: 'חניה\nכיסא תינוק\nמיקרופון',
				requiredField: true,
			},
		],
	},
};

/** Opens the links of questions on a phone and answers. */
await sharedScenario(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const start = async (phone: string, parameters: Record<string, unknown>) =>
		await ask(rest, sandbox, askWorkflow(credential, phone, parameters));
	const browser = await openChromium();
	if (pictures) await mkdir(pictures, { recursive: true });

	async function onPhone(
		name: string,
		asked: Asked,
		settings: { colorScheme?: 'dark'; javaScriptEnabled?: boolean },
		answer: (page: Page, picture: (step: string) => Promise<void>) => Promise<void>,
	) {
		const phone = await browser.newContext({
			viewport: { width: 375, height: 667 },
			isMobile: true,
			hasTouch: true,
			...settings,
		});
		phone.setDefaultTimeout(PATIENCE_MS);
		const page = await phone.newPage();
		const complaints: string[] = [];
		const requested: string[] = [];
		page.on('console', (message) => complaints.push(message.text()));
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('request', (request) => requested.push(`${request.method()} ${request.url()}`));
		await page.goto(asked.link);
		const direction = await page.locator('html').getAttribute('dir');
		const isTooWide = await page.evaluate<boolean>(
			'document.documentElement.scrollWidth > innerWidth',
		);
		const buttons = await Promise.all(
			(await page.locator('button').all()).map(async (button) => ({
				label: await button.innerText(),
				isLarge: ((await button.boundingBox())?.height ?? 0) >= 48,
			})),
		);
		const picture = async (step: string) => {
			if (pictures)
				await page.screenshot({ path: join(pictures, `${name}${step}.png`), fullPage: true });
		};
		await picture('');
		await answer(page, picture);
		await page.locator('.mark').waitFor();
		await picture('-thanks');
		const thanks = await page.locator('h1').innerText();
		const said = await page.locator('.text').innerText();
		await phone.close();
		return {
			direction,
			isTooWide,
			buttons,
			thanks,
			said,
			complaints,
			requested: requested.map((request) => request.replace(asked.link, 'LINK')),
			result: await result(rest, asked),
		};
	}

	try {
		return {
			english: await onPhone(
				'english',
				await start('0501111101', {
					message:
						'Dana orders 12 chairs for 5,400 ₪, to be delivered on Monday. Please approve: {link}',
				}),
				{},
				// A tap that registers twice.
				async (page) => await page.getByRole('button', { name: 'Approve' }).dblclick(),
			),
			hebrew: await onPhone(
				'hebrew',
				await start('0501111102', { message: 'איך היה השירות של ACME?', responseType: 'freeText' }),
				{ colorScheme: 'dark' },
				async (page) => {
					await page.getByLabel('התשובה שלך').fill('היה מצוין,\nתודה רבה!');
					await page.getByRole('button', { name: 'שליחה' }).tap();
				},
			),
			hebrewForm: await onPhone(
				'hebrew-form',
				await start('0501111104', HEBREW_FORM),
				{},
				async (page, picture) => {
					await page.getByLabel('שם מלא').fill('דנה לוי');
					await page.getByLabel('מספר אורחים').fill('4');
					await page.getByLabel('תאריך').fill('2026-12-24');
					await page.getByText('טבעוני, בלי אגוזים').tap();
					await page.getByRole('button', { name: 'שליחה' }).tap();
					// Browsers cannot require a choice in a group of checkboxes.
					await page.getByText('יש למלא שדה זה.').waitFor();
					await picture('-sent-back');
					await page.getByText('כיסא תינוק').tap();
					await page.getByText('חניה').tap();
					await page.getByRole('button', { name: 'שליחה' }).tap();
				},
			),
			choices: await onPhone(
				'choices',
				await start('0501111105', {
					message: 'מתי נוח שנגיע?',
					approvalType: 'choices',
					choices: 'יום ראשון ב־10:00\nיום שני אחר הצהריים\nלא רלוונטי',
				}),
				{ colorScheme: 'dark' },
				async (page) => await page.getByRole('button', { name: 'יום שני' }).tap(),
			),
			withoutScripts: await onPhone(
				'without-scripts',
				await start('0501111103', { message: 'לאשר את הזמנה 1042?' }),
				{ javaScriptEnabled: false },
				async (page) => await page.getByRole('button', { name: 'דחייה' }).tap(),
			),
		};
	} finally {
		await browser.close();
	}
});
