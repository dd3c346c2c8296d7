// The controls of the sandbox's page: pushes, faults, the clock and the account.
import { call, smsTo, withId } from '../sandbox/call.mts';
import { usePushReceiver } from '../sandbox/pushReceiver.mts';
import { usePage } from './usePage.mts';

const PHONE = '0501234567';
const { sandbox, page } = usePage();

const receiver = usePushReceiver();

const tab = (name: string) => page().getByRole('tab', { name }).click();
const panel = (name: string) => page().getByRole('tabpanel', { name });

async function addAddress(feed: string, url: string) {
	await page().getByLabel('Feed').selectOption(feed);
	await page().getByLabel('Address').fill(url);
	await page().getByRole('button', { name: 'Add', exact: true }).click();
}

test('pushes a reply to an address added on the page, and again at a click', async () => {
	const { url } = receiver;
	await addAddress('Incoming messages', url);
	await panel('Pushes').getByText('Active').waitFor();
	await page().goto(`${sandbox().baseUrl}/#${PHONE}`);
	await page().getByLabel('Reply as this phone').fill('שלום');
	await page().keyboard.press('Enter');
	await panel('Pushes').getByText('050-123-4567: שלום').waitFor();
	await panel('Pushes').getByText('→ 200').waitFor();
	await panel('Pushes').getByRole('button', { name: 'Repeat push 1' }).click();
	await panel('Pushes').getByText('Incoming messages, push 2').click();
	await panel('Pushes').getByText('→ 200').nth(1).waitFor();
	expect(receiver.received.map(({ fields }) => fields.message)).toEqual(['שלום', 'שלום']);
});

test('shows a failing receiver with its retries and its silent stop, and starts it again', async () => {
	const { url } = receiver;
	receiver.answers = [500, 500, 404, 500, 410, 200];
	sandbox().registerPush({ feed: 'delivery', url });
	await call(sandbox(), 'sms', smsTo(withId(PHONE, 'a')));
	await sandbox().advanceClock(2_000);
	const log = panel('Pushes').getByRole('listitem').filter({ hasText: '050-123-4567: Delivered' });
	await log.getByText('Tries again at 10:01:02').waitFor();
	await log.getByText('10:00:02 → 500').waitFor();

	await tab('Clock');
	await page().getByText('Next due: 15 Jan 2026, 10:01:02').waitFor();
	await page().getByRole('button', { name: 'Jump there' }).click();
	await tab('Pushes');
	await log.getByText('10:01:02 → 500').waitFor();
	await sandbox().advanceClock(3 * 3_600_000);
	await log.getByText('→ 404').waitFor();
	await log.getByText('Dropped').waitFor();
	await page().getByRole('tab', { name: 'Pushes 1 stopped' }).waitFor();
	await panel('Pushes').getByText('The last attempt was answered 410').waitFor();

	await page().getByRole('button', { name: 'Start again' }).click();
	await panel('Pushes').getByText('Active').waitFor();
	await call(sandbox(), 'sms', smsTo(withId(PHONE, 'b')));
	await sandbox().advanceClock(2_000);
	await panel('Pushes').getByText('→ 200').waitFor();

	await page()
		.getByRole('button', { name: /^Remove Delivery reports/ })
		.click();
	await panel('Pushes').getByText('The sandbox pushes').waitFor();
	expect(sandbox().pushAddresses()).toEqual([]);
});

test('switches a fault on that hits and switches itself off', async () => {
	await tab('Faults');
	await page().getByRole('combobox', { name: 'Operation' }).selectOption('balance');
	await page().getByRole('spinbutton', { name: 'status' }).fill('418');
	const http = page().getByRole('switch', { name: 'Service down' });
	await http.click();
	await panel('Faults')
		.getByText('Hits the next request of balance, which is not carried out')
		.waitFor();
	expect(await http.getAttribute('aria-checked')).toBe('true');
	const reply = await fetch(`${sandbox().baseUrl}/api`, { method: 'POST', body: '<balance/>' });
	expect(reply.status).toBe(418);
	await page().locator('#faults .on').waitFor({ state: 'detached' });

	await page().getByLabel('Applies to').selectOption('every request');
	await page()
		.getByRole('combobox', { name: 'Request' })
		.selectOption('carried out, only its answer is lost or damaged');
	await page().getByText('More', { exact: true }).click();
	await page().getByRole('switch', { name: 'Connection lost', exact: true }).click();
	await page().getByText('Faults on').waitFor();
	expect(sandbox().faults()).toMatchObject([{ kind: 'reset', times: 0, phase: 'after' }]);
	await page().getByRole('button', { name: 'Turn all off' }).click();
	await page().getByText('Faults on').waitFor({ state: 'hidden' });
	expect(sandbox().faults()).toEqual([]);
});

test('moves, sets, runs and stops the clock', async () => {
	await tab('Clock');
	const time = page().locator('#clock-time');
	await time.getByText('10:00:00').waitFor();
	await page().getByRole('button', { name: '+1 hour' }).click();
	await time.getByText('11:00:00').waitFor();
	await page().getByLabel('Set it to').fill('2026-07-01T08:30');
	await page().getByRole('button', { name: 'Set', exact: true }).click();
	await time.getByText('08:30:00').waitFor();
	expect(sandbox().clock().iso).toBe('2026-07-01T08:30:00+03:00');
	await page().getByRole('button', { name: 'Start the clock' }).click();
	await page().getByText('Israel time, running').waitFor();
	await time.getByText('08:30:00').waitFor({ state: 'detached' });
	await page().getByRole('button', { name: 'Stop the clock' }).click();
	await page().getByText('Israel time, stopped').waitFor();
	expect(sandbox().clock().frozen).toBe(true);
});

test('balances go down, and a reset brings everything back', async () => {
	await tab('Account');
	const balance = panel('Account').getByRole('row', { name: /^demo Copy/ });
	await balance.getByText('100,000').waitFor();
	await call(sandbox(), 'sms', smsTo([PHONE, '0521112233']));
	await balance.getByText('99,998').waitFor();
	page().on('dialog', (dialog) => void dialog.accept());
	await page().getByRole('button', { name: 'Reset everything' }).click();
	await page().getByText('No messages yet').waitFor();
	await balance.getByText('100,000').waitFor();
});
