// The page when its connection breaks, and when the sandbox restarts.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { startSandbox } from '../../sandbox/startSandbox.mts';
import { listening } from '../listening.mts';
import { call, smsTo } from '../sandbox/call.mts';
import { usePage } from './usePage.mts';

const { sandbox, page } = usePage();
const PHONE = '0501234567';

const ends: (() => unknown)[] = [];
afterEach(async () => {
	for (const end of ends.splice(0)) await end();
});

/** A connection to the sandbox that can be cut. */
class Line {
	private readonly sockets = new Set<Socket>();
	private server: Server | undefined;
	private cut = false;

	async start(port: number): Promise<string> {
		this.server = createServer((near) => {
			if (this.cut) {
				near.destroy();
				return;
			}
			const far = connect(port, '127.0.0.1');
			for (const [one, other] of [[near, far] as const, [far, near] as const]) {
				this.sockets.add(one);
				one.pipe(other);
				one.on('error', () => undefined);
				one.on('close', () => other.destroy());
			}
		});
		return await listening(this.server);
	}

	break(): void {
		this.cut = true;
		for (const socket of this.sockets) socket.destroy();
		this.sockets.clear();
	}

	mend(): void {
		this.cut = false;
	}

	close(): void {
		this.break();
		this.server?.close();
	}
}

test('shows once what it missed while the line was cut', async () => {
	const line = new Line();
	ends.push(() => line.close());
	const address = await line.start(Number(new URL(sandbox().baseUrl).port));
	const watcher = await page().context().newPage();
	await watcher.goto(address);
	await watcher.getByText('Live', { exact: true }).waitFor();
	await call(sandbox(), 'sms', smsTo(PHONE, { message: 'Before' }));
	await watcher.locator('#lines').getByText('Before').waitFor();
	await call(sandbox(), 'sms', smsTo('0521112233', { message: 'Elsewhere' }));
	const other = watcher.getByRole('link', { name: '052-111-2233' });
	await other.getByText('1 new').waitFor();

	line.break();
	await watcher.getByText('Waiting for the sandbox').waitFor();
	await call(sandbox(), 'sms', smsTo(PHONE, { message: 'Meanwhile' }));
	await call(sandbox(), 'sms', smsTo('0521112233', { message: 'Elsewhere, too' }));
	line.mend();
	await watcher.getByText('Live', { exact: true }).waitFor();
	await watcher.locator('#lines').getByText('Meanwhile').waitFor();
	await other.getByText('2 new').waitFor();
	await call(sandbox(), 'sms', smsTo('0521112233', { message: 'After' }));
	await other.getByText('3 new').waitFor();
	expect(await watcher.locator('.line').count()).toBe(2);
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
