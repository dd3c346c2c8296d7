// The sandbox as a command: its printed examples work, and it stops when told to.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

let child: ChildProcess;
afterEach(() => child.kill('SIGKILL'));

async function start(...options: string[]) {
	child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.mts', ...options], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = once(child, 'exit');
	let printed = '';
	let complaint = '';
	child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
	await new Promise<void>((resolve, reject) => {
		child.stdout?.on('data', (chunk: Buffer) => {
			printed += chunk.toString();
			if (printed.includes('Ctrl+C')) resolve();
		});
		child.once('exit', () => reject(new Error(complaint)));
	});
	return { printed, ended };
}

test('sends a message by the printed curl line, and ends cleanly', async () => {
	const { printed, ended } = await start('--latency', '1');
	const line = /^ {2}(curl -s \S+\/api .*)$/m.exec(printed)?.[1] ?? '';
	const { stdout } = await run('sh', ['-c', line]);
	const reply = { status: 0, message: 'SMS will be sent', shipment_id: '700001' };
	expect(JSON.parse(stdout)).toEqual(reply);
	const [, baseUrl = ''] = /Base URL\s+(\S+)/.exec(printed) ?? [];
	expect(await (await fetch(`${baseUrl}/sandbox/clock`)).json()).toMatchObject({ frozen: false });
	for (const text of ['sandbox-token-demo', 'demo-reseller']) expect(printed).toContain(text);
	child.kill('SIGTERM');
	expect(await ended).toEqual([0, null]);
});

test.each([
	['--port', 'http'],
	['--speed', '9'],
])('refuses %s %s with a reason', async (option, value) => {
	await expect(start(`${option}=${value}`)).rejects.toThrow(option);
});
