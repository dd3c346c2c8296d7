import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAll, start } from '../../demo/processGroup.mts';
import { until } from '../../demo/until.mts';

/** All running processes with their parents, by ID. Leaves out zombies, which have ended. */
function running(): Map<number, number> {
	const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
	const rows = table
		.trim()
		.split('\n')
		.map((row) => row.trim().split(/\s+/));
	return new Map(
		rows.filter(([, , state]) => !state?.startsWith('Z')).map(([pid, parent]) => [+pid!, +parent!]),
	);
}

function withDescendants(root: number): number[] {
	const found = [root];
	const all = [...running()];
	for (const parent of found) for (const [pid, its] of all) if (its === parent) found.push(pid);
	return found;
}

afterAll(endAll);

test('npm run demo sends and receives in a real n8n, answers a text as an agent, and leaves no process behind', async () => {
	let printed = '';
	// A process of its own, as users start it. Its output also goes to this test's log.
	const demo = await start('npm', ['run', 'demo'], {
		cwd: join(__dirname, '..', '..'),
		onLine: (line) => {
			printed += `${line}\n`;
			process.stdout.write(`${line}\n`);
		},
	});
	const [progress, inVain] = [() => printed, () => printed];
	await until(() => printed.includes('Ctrl+C stops'), { progress, inVain });
	expect(printed).toMatch(/sent a message to 0501234567 with the external ID \S+/);
	expect(printed).toContain('came back by push: 102, Delivered');
	// A step says what it does, or that it works.
	expect(printed).not.toMatch(/\[OUTPUT\]\s*·/);
	const links = printed.match(/^ {2}\S.* {2}http:\/\/\S+\/workflow\/\w+$/gm) ?? [];
	expect(links.length).toBeGreaterThan(10);
	for (const name of ['Send a message', 'Text your agent', 'Approve an agent by text']) {
		expect(links.join('\n')).toContain(`${name} `);
	}

	const [, sandbox = ''] = /^ {2}Phones +(http:\/\/[^/]+)/m.exec(printed) ?? [];
	await fetch(`${sandbox}/sandbox/handset/reply`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ phone: '0501112233', text: 'Hello agent' }),
	});
	const texts = async () =>
		(await (await fetch(`${sandbox}/sandbox/messages?phone=0501112233`)).json()) as object[];
	while ((await texts()).length === 0) await sleep(200);
	// If another workflow answered too, its text would be here by now.
	await sleep(5000);
	expect(await texts()).toMatchObject([
		{ text: expect.stringMatching(/You wrote: Hello agent/) as string },
	]);

	const started = withDescendants(demo.pid);
	// npm, its shell or the script itself, n8n, and n8n's task runner
	expect(started.length).toBeGreaterThanOrEqual(4);
	demo.signal('SIGINT'); // the whole process group, like Ctrl+C in a terminal
	await demo.exited;
	expect(started.filter((pid) => running().has(pid))).toEqual([]);
});
