import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../demo/exampleWorkflows.mts';
import { N8nRest } from '../../demo/n8nRest.mts';
import { endAll, start } from '../../demo/processGroup.mts';

/** A process of its own, as users start it; what it prints is the log of this test. */
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

/** A process and all it has started, directly or not. */
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

/** Not counting what has ended and only waits to be noticed. */
function isRunning(pid: number): boolean {
	try {
		const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
		return !state.startsWith('Z');
	} catch {
		return false;
	}
}

/** Publishes the agent that people text, and returns what it answers to a text from the sandbox. */
async function textAgent(printed: string): Promise<string> {
	const [, sandbox = ''] = /^ {2}Phones +(http:\/\/[^/]+)/m.exec(printed) ?? [];
	const [, url = ''] = /^ {2}n8n +(http:\S+)/m.exec(printed) ?? [];
	const [, id = ''] = /^ {2}Text your agent +\S+\/workflow\/(\w+)$/m.exec(printed) ?? [];
	const rest = new N8nRest(url);
	await rest.logIn(/with password (\S+)/.exec(printed)?.[1]);
	const workflow = await rest.workflow(id);
	await rest.activate(workflow);
	const post = async (path: string, body: object) =>
		await fetch(`${sandbox}/sandbox${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	const address = `${url}/webhook/${addressOf(workflow, 'Somebody texts')}`;
	await post('/push-addresses', { feed: 'incoming', url: address });
	await post('/handset/reply', { phone: '0501112233', text: 'Hello agent' });
	for (;;) {
		const texts = JSON.stringify(
			await (await fetch(`${sandbox}/sandbox/messages?phone=0501112233`)).json(),
		);
		if (texts.includes('language model')) return texts;
		await sleep(200);
	}
}

describe('npm run demo', () => {
	afterAll(endAll);

	it('sends with the node in a real n8n, and the delivery report comes back into a workflow', async () => {
		const demo = await startDemo('--once');
		expect(await demo.exited).toBe(0);
		expect(demo.printed()).toMatch(/sent a message to 0501234567 with the external ID \S+/);
		expect(demo.printed()).toContain('came back by push: 102, Delivered');
	});

	it('answers a text as an agent, and leaves no process behind when it is interrupted', async () => {
		const demo = await startDemo();
		while (!demo.printed().includes('Ctrl+C stops')) await sleep(100);
		const links = demo.printed().match(/^ {2}\S.* {2}http:\/\/\S+\/workflow\/\w+$/gm) ?? [];
		expect(links.length).toBeGreaterThan(10);
		for (const name of ['Send a message', 'Text your agent', 'Approve an agent by text']) {
			expect(links.join('\n')).toContain(`${name} `);
		}
		expect(await textAgent(demo.printed())).toMatch(/You wrote: Hello agent/);

		const started = withDescendants(demo.pid);
		// npm, its shell or ourselves, n8n and n8n's task runner
		expect(started.length).toBeGreaterThanOrEqual(4);

		demo.signal('SIGINT'); // to what a terminal would send it to
		await demo.exited;
		expect(started.filter(isRunning)).toEqual([]);
	});
});
