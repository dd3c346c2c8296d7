// The handsets of the sandbox's page: what arrives, how it looks, and what a person answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { call, smsTo, withId } from '../sandbox/call.mts';
import { usePage } from './usePage.mts';

const PHONE = '0501234567';
const { sandbox, page, copied, hear } = usePage();

const send = (message: string, more = {}, phone: unknown = withId(PHONE, 'a')) =>
	call(sandbox(), 'sms', smsTo(phone, { message, ...more }));
const lines = () => page().locator('#lines');
async function titled(title: string) {
	while ((await page().title()) !== title) await sleep(50);
}
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

test.each([
	['Hebrew', 'שלום דנה, order 1042 מוכנה', 'rtl'],
	['Arabic', 'مرحبا، طلبك جاهز', 'rtl'],
	['English', 'Hello דנה', 'ltr'],
])('shows a text in its direction: %s', async (_language, text, direction) => {
	await send(text);
	await lines().locator(`.text:dir(${direction})`).getByText(text).waitFor();
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

test.each([
	['http://localhost:5678/webhook-waiting/7?signature=ab', 1],
	['http://127.0.0.1:5678/webhook-waiting/7', 1],
	['https://n8n.example/webhook-waiting/7', 0],
	['http://127.0.0.1:4019/s/Ab1-_xyz', 0],
])('says of a link to this machine that no real phone opens it: %s', async (link, notes) => {
	await send(`Please decide: ${link}`);
	await lines().getByRole('link').waitFor();
	expect(await lines().getByText('a real phone could not open it').count()).toBe(notes);
});

test('sets a one-time code off and copies it', async () => {
	await call(sandbox(), 'send_otp', { phone: PHONE, source: 'TextMe' });
	await lines().getByRole('button', { name: 'Copy the code 012345' }).click();
	expect(await copied()).toBe('012345');
});

test('shows what a call says, and how', async () => {
	await send('Tomorrow at nine', { tts: { type: 4, rate: -2, repeat: 3, voice: 'ymFemale' } });
	const spoken = lines().getByRole('listitem').filter({ hasText: 'Tomorrow at nine' });
	await spoken.getByText('read out 3 times · female voice · speed −2').waitFor();
});

test('makes an incoming message of a reply', async () => {
	await send('Coming?', { source: '0559000100' });
	await page().getByLabel('Reply as this phone').fill('כן, בדרך');
	await page().keyboard.press('Enter');
	await lines().getByText('כן, בדרך').waitFor();
	await lines().getByText('To 0559000100').waitFor();
	const { fields } = await call(sandbox(), 'incoming', {
		from: '15/01/26 00:00',
		to: '15/01/26 23:59',
	});
	expect(JSON.stringify(fields)).toContain('כן, בדרך');
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

test('opens a handset at its address, also to write first', async () => {
	await send('Hello');
	await page().goto(`${sandbox().baseUrl}/#0521112233`);
	await page().getByRole('heading', { name: '052-111-2233' }).waitFor();
	await page().getByLabel('Reply as this phone').fill('Do you deliver?');
	await page().getByRole('button', { name: 'Send the reply' }).click();
	await lines().getByText('Do you deliver?').waitFor();
	await page().getByLabel('Search by number').fill('+972 54-765-4321');
	await page().getByRole('link', { name: 'Write from this number' }).click();
	await page().getByRole('heading', { name: '054-765-4321' }).waitFor();
});

test('stays with a handset chosen by its address when another gets a message', async () => {
	// The address changes at the moment when the handsets have been read, before the page notices.
	await page().evaluate(`{
		const { json } = Response.prototype;
		Response.prototype.json = async function () {
			const answer = await json.call(this);
			if (answer.threads?.length) location.hash = '#0521112233';
			return answer;
		};
	}`);
	await send('Hello');
	await page().getByRole('heading', { name: '052-111-2233' }).waitFor();
});

test('messages to other phones are counted until they are looked at', async () => {
	await send('First');
	await lines().getByText('First').waitFor();
	await send('Second', {}, '0521112233');
	await send('Third', {}, '0521112233');
	await handset('052-111-2233').getByText('2 new').waitFor();
	await titled('(2) TextMe sandbox');
	await hear('to 052-111-2233');
	await handset('052-111-2233').click();
	await titled('TextMe sandbox');
});

test('hundreds of phones and thousands of messages stay quick to use', async () => {
	const phones = Array.from({ length: 600 }, (_, n) => `052${String(1_000_000 + n)}`);
	await send('To everybody', {}, phones);
	for (let n = 0; n < 20; n++) await send(`Burst ${n}`, {}, Array(100).fill(PHONE));
	await page().getByText('The latest 200 of 601: search for the others').waitFor();
	expect(await page().locator('#handsets > li').count()).toBe(200);
	await page().goto(`${sandbox().baseUrl}/#${PHONE}`);
	await lines().getByText('Burst 19').last().waitFor();
	expect(await lines().locator('.line').count()).toBe(100);
	await page().getByRole('button', { name: 'Earlier messages' }).click();
	await lines().locator('.line').nth(199).waitFor();
	await page().getByLabel('Search by number').fill('1000599');
	await page().locator('#handsets > li').nth(1).waitFor({ state: 'detached' });
	expect(await page().locator('#handsets > li').count()).toBe(1);
	await handset('052-100-0599').waitFor();
});
