import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openChromium } from '../../../scripts/chromium.mts';
import { ask, askWorkflow, result, type Asked } from '../harness/askWorkflow.mts';
import { scenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

/** Pictures of every step, to be looked at, when a folder for them is named. */
const { TEXTME_PAGE_PICTURES: pictures } = process.env;

/** Opens the links of three questions on a phone and presses what is there. */
await scenario(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const start = async (phone: string, parameters: Record<string, unknown>) =>
		await ask(rest, sandbox, askWorkflow(credential, phone, parameters));
	const browser = await openChromium();
	if (pictures) await mkdir(pictures, { recursive: true });

	async function onPhone(
		name: string,
		asked: Asked,
		settings: { colorScheme?: 'dark'; javaScriptEnabled?: boolean },
		answer: (page: Page) => Promise<void>,
	) {
		const phone = await browser.newContext({
			viewport: { width: 375, height: 667 },
			isMobile: true,
			hasTouch: true,
			...settings,
		});
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
		if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
		await answer(page);
		await page.locator('.mark').waitFor();
		if (pictures) await page.screenshot({ path: join(pictures, `${name}-thanks.png`) });
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
					options: { pageTitle: 'Order 1042' },
				}),
				{},
				// A tap that counts as two.
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
