import type { Browser } from 'playwright-core';
import { startSandbox } from '../sandbox/startSandbox.mts';
import { call, withId } from '../test/sandbox/call.mts';

const SHOP = '0501234567';

/** A picture of the sandbox's page with an example of everything, for the README. */
export async function sandboxPicture(browser: Browser, path: string): Promise<void> {
	const sandbox = await startSandbox();
	const { baseUrl, account } = sandbox;
	const send = (root: string, fields: object) =>
		call(sandbox, root, { source: 'TextMe', ...fields });
	const message = (text: string, phone: string, more = {}) =>
		send('sms', { destinations: { phone: [withId(phone, text)] }, message: text, ...more });
	// The sandbox itself takes no pushes, so this feed stops.
	sandbox.registerPush({ feed: 'delivery', url: `${baseUrl}/webhook/delivery-reports` });
	await message('התור שלך מחר בשעה 9:00. לאישור השיבו 1', '0547654321', {
		source: account.number,
	});
	await message('Your appointment is tomorrow at nine.', '0521112233', { tts: { type: 4 } });
	await message('The number is not in use', '0509999004');
	await message('שלום דנה, הזמנה 1042 יצאה לדרך 🚚 https://shop.example/t/1042', SHOP, {
		source: account.number,
	});
	await sandbox.advanceClock(4 * 60_000);
	sandbox.handsetReply({ phone: SHOP, text: 'תודה! מתי זה מגיע?' });
	await message('Between 14:00 and 16:00 today.', SHOP, { source: account.number });
	await send('send_otp', { phone: SHOP });
	await sandbox.advanceClock(2_000);

	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	await page.goto(`${baseUrl}/#${SHOP}`);
	await page.getByText('Tries again').first().waitFor();
	await page.screenshot({ path });
	await sandbox.close();
}
