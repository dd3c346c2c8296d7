import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAll, start } from '../../demo/processGroup.mts';

/** A process, started as users do. Its output is the log of this test. */
async function startDemo(...args: string[]) {
	let printed = '';
	const demo = await start('npm', ['run', 'demo', '--', ...args], {
		cwd: join(__dirname, '..', '..'),
		onLine: (line) => {
			printed += `${line}\n`;
			process.stdout.write(`${line}\n`);
		},
	});
	return { ...demo, printed: () => printed };
}

function withDescendants(root: number): number[] {
	const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
	const processes = table
		.trim()
		.split('\n')
		.map((row) => row.trim().split(/\s+/).map(Number));
	const found = [root];
	for (const parent of found) {
		for (const [pid, ppid] of processes) if (ppid === parent && pid) found.push(pid);
	}
	return found;
}

/** Ignores zombies. */
function isRunning(pid: number): boolean {
	try {
		const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
		return !state.startsWith('Z');
	} catch {
		return false;
	}
}

/** Texts from the sandbox's handset, and returns the replies. */
async function textAgent(printed: string): Promise<string[]> {
	const [, sandbox = ''] = /^ {2}Phones +(http:\/\/[^/]+)/m.exec(printed) ?? [];
	await fetch(`${sandbox}/sandbox/handset/reply`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ phone: '0501112233', text: 'Hello agent' }),
	});
	const texts = async () => {
		const found = await fetch(`${sandbox}/sandbox/messages?phone=0501112233`);
		return ((await found.json()) as Array<{ text: string }>).map(({ text }) => text);
	};
	while ((await texts()).length === 0) await sleep(200);
	// Milliseconds in which any other workflow would have answered.
	await sleep(5000);
	return await texts();
}

describe('npm run demo', () => {
	afterAll(endAll);

	it('sends with the node in a real n8n, and the delivery report comes back into a workflow', async () => {
		const demo = await startDemo('--once');
		expect(await demo.exited).toBe(0);
		expect(demo.printed()).toMatch(/sent a message to 0501234567 with the external ID \S+/);
		expect(demo.printed()).toContain('came back by push: 102, Delivered');
	});

	it('answers a text once, as an agent, and leaves no process behind when it is interrupted', async () => {
		const demo = await startDemo();
		while (!demo.printed().includes('Ctrl+C stops')) await sleep(100);
		const links = demo.printed().match(/^ {2}\S.* {2}http:\/\/\S+\/workflow\/\w+$/gm) ?? [];
		expect(links.length).toBeGreaterThan(10);
		for (const name of ['Send a message', 'Text your agent', 'Approve an agent by text']) {
			expect(links.join('\n')).toContain(`${name} `);
		}
		expect(await textAgent(demo.printed())).toEqual([
			expect.stringMatching(/You wrote: Hello agent/),
		]);

		const started = withDescendants(demo.pid);
		// npm, its shell or this process, n8n and n8n's task runner
		expect(started.length).toBeGreaterThanOrEqual(4);

		demo.signal('SIGINT'); // to every process that a terminal would send it to
		await demo.exited;
		expect(started.filter(isRunning)).toEqual([]);
	});
});
