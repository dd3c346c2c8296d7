import { call, smsTo, withId } from '../sandbox/call.mts';
import { usePage } from './usePage.mts';

const PHONE = '0501234567';
const { sandbox, page, copied } = usePage();

const send = (message: string, more = {}, phone: unknown = withId(PHONE, 'a')) =>
	call(sandbox(), 'sms', smsTo(phone, { message, ...more }));
const lines = () => page().locator('#lines');
const handset = (name: string) => page().locator('#handsets').getByRole('link', { name });

test('sends a first message at one click', async () => {
	await page().getByRole('button', { name: 'Send one now' }).click();
	await lines().getByText('Hello from the sandbox').waitFor();
	expect(sandbox().messages({ phone: PHONE })).toMatchObject([{ username: 'demo', kind: 'sms' }]);
});

test('copies credential and command of the empty page, and the command sends', async () => {
	const welcome = page().locator('.welcome');
	await welcome.getByRole('button', { name: 'Copy API Token' }).click();
	expect(await copied()).toBe(sandbox().account.token);
	await welcome.getByRole('button', { name: 'Copy Base URL' }).click();
	expect(await copied()).toBe(sandbox().baseUrl);
	await welcome.getByRole('button', { name: 'Copy the command' }).click();
	const [, body] = /-d '(.*)'$/s.exec(await copied()) ?? [];
	await fetch(`${sandbox().baseUrl}/api`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${sandbox().account.token}`,
			'content-type': 'application/json',
		},
		body: body ?? '',
	});
	await lines().getByText('Hello from the sandbox').waitFor();
});

test('shows a message as it is sent, and its state as it changes', async () => {
	await send('Your order is on its way');
	const line = lines().getByRole('listitem').filter({ hasText: 'Your order' });
	await line.getByText('Sent · 10:00').waitFor();
	await sandbox().advanceClock(2_000);
	await line.getByText('Delivered · 10:00').click();
	await line.getByText('102 Delivered · הגיע ליעד').waitFor();
	await line.getByText('1 segment').waitFor();
});

test('says why a message failed and until when it waits, and strikes it out when it is cancelled', async () => {
	await send('To nobody', {}, '0509999004');
	await handset('050-999-9004').click();
	await sandbox().advanceClock(2_000);
	await lines().getByText('Failed at the mobile network (4)').waitFor();
	await send('Later', { timing: '15/01/26 18:30', campaign_name: 'evening' }, '0509999004');
	await lines().getByText('Not sent yet: due 15 Jan, 18:30').waitFor();
	await handset('050-999-9004').getByText('Not sent yet: Later').waitFor();
	await call(sandbox(), 'cancel', { campaign_name: 'evening' });
	await lines().getByText('Cancelled').waitFor();
});

test('shows a text as no more than a text, with links that can be followed', async () => {
	const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script> javascript:alert(3)';
	await send(`${hostile} https://n8n.example/wait/7?approved=true).`);
	await lines().getByText(hostile).waitFor();
	expect(await lines().locator('img, script').count()).toBe(0);
	const links = lines().getByRole('link');
	expect(await links.count()).toBe(1);
	expect(await links.getAttribute('href')).toBe('https://n8n.example/wait/7?approved=true');
	expect(await links.getAttribute('rel')).toContain('noopener');
});

test('takes no reply to a name, and writes to a number all the same', async () => {
	await send('Coming?');
	await page().getByText('Nobody can reply to TextMe: it is a name.').waitFor();
	expect(await page().getByLabel('Reply as this phone').isVisible()).toBe(false);
	const reply = { phone: PHONE, text: 'Yes' };
	expect(() => sandbox().handsetReply(reply)).toThrow(/^Nobody can reply to a name/);
	expect(() => sandbox().handsetReply({ ...reply, dest: '0559000100' })).not.toThrow();

	await page().getByRole('button', { name: 'Write to 055-900-0100' }).click();
	await page().getByLabel('Reply as this phone').fill('Do you deliver?');
	await page().keyboard.press('Enter');
	await lines().getByText('Do you deliver?').waitFor();
	await send('Yes, we do', { source: '0559000100' });
	await lines().getByText('Yes, we do').waitFor();
	expect(() => sandbox().handsetReply(reply)).not.toThrow();
});

test('opting out blocks, by the button or by the removal link', async () => {
	await send('Sale!', { add_unsubscribe: '3' });
	await lines().getByRole('button', { name: 'Unsubscribe' }).click();
	await lines().getByText('Opted out of demo').waitFor();
	expect(await page().getByRole('button', { name: 'Opted out' }).isDisabled()).toBe(true);
	await send('Again', {}, [withId(PHONE, 'b'), '0521112233']);
	await sandbox().advanceClock(2_000);
	await lines().getByText('Blocked for advertising messages (17)').waitFor();

	await handset('052-111-2233').click();
	await page().getByRole('button', { name: 'Opt out' }).click();
	await lines().getByText('Opted out of demo').waitFor();
	expect(sandbox().accountView().blocked).toMatchObject([
		{ phone: PHONE, by: 'recipient' },
		{ phone: '0521112233', by: 'recipient' },
	]);
});
