import { startSandbox } from '../../../sandbox/startSandbox.mts';
import { clockAhead, killAtRest, BARE, withRealN8n } from '../harness/realN8n.mts';
import { secrets } from './secrets.mts';
import { sendAndWait } from './sendAndWait.mts';
import { waitForReply } from './waitForReply.mts';

/** Scenarios side by side, each with its own sandbox. n8n is killed for the two that wait, and is down for half an hour. */
await withRealN8n(
	async (real) => {
		const sandbox = await startSandbox({ clock: 'real' });
		const scenarios = [sendAndWait(real), waitForReply({ ...real, sandbox })];
		const [steps] = await Promise.all([
			Promise.all(scenarios.map((scenario) => scenario.next())),
			secrets(real),
		]);
		const kills = steps.flatMap(({ value, done }) => (done ? [] : [value]));
		let running: number[];
		do running = await Promise.all(kills.map(async (kill) => await kill.running()));
		while (!(await killAtRest(real, Math.max(...running))));
		for (const { whileDown } of kills) whileDown?.();
		await real.startAgain(clockAhead(32));
		await Promise.all(scenarios.map((scenario) => scenario.next()));
		await sandbox.close();
	},
	{
		env: {
			...{ ...BARE, N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' },
			// n8n's setting for the path of links.
			N8N_ENDPOINT_WEBHOOK_WAIT: 'answers',
		},
	},
);
