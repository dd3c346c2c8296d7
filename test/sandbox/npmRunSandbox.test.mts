import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAll, start } from '../../demo/processGroup.mts';

afterEach(endAll);

test('npm run sandbox starts it, and prints where', async () => {
	const sandbox = await start('npm', ['run', 'sandbox'], { cwd: join(__dirname, '../..') });
	const ended = sandbox.exited.then((end) => `ended with ${end}`);
	let state = 'starting';
	while (state === 'starting') {
		state = sandbox.tail().includes('Ctrl+C')
			? 'ready'
			: await Promise.race([ended, sleep(100, 'starting')]);
	}
	expect([state, sandbox.tail()]).toEqual(['ready', expect.stringContaining('Base URL')]);
	const [, baseUrl = ''] = /Base URL\s+(\S+)/.exec(sandbox.tail()) ?? [];
	expect((await fetch(`${baseUrl}/sandbox/clock`)).status).toBe(200);
});
