// The page when the sandbox restarts.
import { startSandbox } from '../../sandbox/startSandbox.mts';
import { call, smsTo } from '../sandbox/call.mts';
import { usePage } from './usePage.mts';

const { page } = usePage();
const PHONE = '0501234567';

const ends: (() => unknown)[] = [];
afterEach(async () => {
	for (const end of ends.splice(0)) await end();
});

test('shows a sandbox as it is that was started anew on the same port', async () => {
	let other = await startSandbox();
	ends.push(() => other.close());
	const port = Number(new URL(other.baseUrl).port);
	const watcher = await page().context().newPage();
	await watcher.goto(other.baseUrl);
	await call(other, 'sms', smsTo(PHONE, { message: 'Of the first' }));
	await watcher.locator('#lines').getByText('Of the first').waitFor();
	await other.close();
	await watcher.getByText('Waiting for the sandbox').waitFor();
	other = await startSandbox({ port });
	await watcher.locator('#handsets').getByText('Of the first').waitFor({ state: 'detached' });
	await call(other, 'sms', smsTo(PHONE, { message: 'Of the second' }));
	await watcher.locator('#lines').getByText('Of the second').waitFor();
});
