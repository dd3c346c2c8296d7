// The controls of the sandbox's page: pushes and faults.
import { usePushReceiver } from '../sandbox/pushReceiver.mts';
import { usePage } from './usePage.mts';

const PHONE = '0501234567';
const { sandbox, page } = usePage();

const receiver = usePushReceiver();

const panel = (name: string) => page().getByRole('tabpanel', { name });

test('pushes a reply to an address added on the page, and again at a click', async () => {
	await page().getByLabel('Feed').selectOption('Incoming messages');
	await page().getByLabel('Address').fill(receiver.url);
	await page().getByRole('button', { name: 'Add', exact: true }).click();
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

test('switches a fault on that hits and switches itself off', async () => {
	await page().getByRole('tab', { name: 'Faults' }).click();
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
});
