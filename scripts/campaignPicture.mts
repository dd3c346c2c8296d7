import type { Browser } from 'playwright-core';
import { readBlocklistEntry } from '../gateway/blocklistEntry.ts';
import { readDeliveryReport } from '../gateway/deliveryReport.ts';
import { readIncomingMessage } from '../gateway/incomingMessage.ts';
import { campaignPage } from '../nodes/TextMe/operations/report/campaignPage.ts';
import { summarizeCampaign } from '../nodes/planning/campaignSummary.ts';

const PEOPLE = 1240;
const OPERATORS = ['Cellcom', 'Partner', 'Pelephone', 'Cellcom', 'Hot Mobile', 'Partner'];

/** Most texts arrive at once, some fail, expire or are refused. */
const statusOf = (n: number) =>
	n % 31 === 7 ? '101' : n % 43 === 11 ? '17' : n % 97 === 13 ? '103' : '102';
const minuteOf = (n: number) => Math.floor(40 * (n / PEOPLE) ** 5);
const at = (hour: number, minute: number) => `15/01/26 ${hour}:${String(minute).padStart(2, '0')}`;

/** The page that Summarize Campaign makes, with the figures of a campaign that never was. */
export async function campaignPicture(browser: Browser, path: string): Promise<void> {
	const reports = Array.from({ length: PEOPLE }, (_, n) =>
		readDeliveryReport({
			external_id: `${n}`,
			phone: `05${20_000_000 + n}`,
			status: statusOf(n),
			date: at(10, minuteOf(n)),
			shipment_id: '700123',
			operator: OPERATORS[n % OPERATORS.length] ?? '',
		}),
	);
	const phones = reports.flatMap(({ phone }) => phone ?? []);
	const summary = summarizeCampaign({
		sent: PEOPLE + 17,
		reports,
		incoming: phones
			.slice(0, 31)
			.map((phone) => readIncomingMessage({ phone, message: 'Thanks', date: at(11, 0) })),
		blocked: phones.slice(0, 6).map((phone) => readBlocklistEntry({ phone, date: at(11, 0) })),
	});
	const page = await browser.newPage({ viewport: { width: 720, height: 200 } });
	await page.setContent(campaignPage('Spring sale', summary, []));
	await page.screenshot({ path, fullPage: true });
}
