import { startSandbox } from '../../../sandbox/startSandbox.mts';
import { clockAhead, killAtRest, BARE, withRealN8n } from '../harness/realN8n.mts';
import { sendAndWait } from './sendAndWait.mts';
import { waitForReply } from './waitForReply.mts';

/** Two scenarios side by side, each with its own sandbox. n8n is killed for both, and is down for these minutes. */
await withRealN8n(
	async (real) => {
		const sandbox = await startSandbox({ clock: 'real' });
		const scenarios = [sendAndWait(real), waitForReply({ ...real, sandbox })];
		for (const minutes of [0, 32]) {
			const steps = await Promise.all(scenarios.map((scenario) => scenario.next()));
			const kills = steps.flatMap(({ value, done }) => (done ? [] : [value]));
			let running: number[];
			do running = await Promise.all(kills.map(async (kill) => await kill.running()));
			while (!(await killAtRest(real, Math.max(...running))));
			for (const { whileDown } of kills) whileDown?.();
			await real.startAgain(clockAhead(minutes));
		}
		await Promise.all(scenarios.map((scenario) => scenario.next()));
		await sandbox.close();
	},
	// The second is n8n's setting for the path of links.
	{ env: { ...BARE, N8N_ENDPOINT_WEBHOOK_WAIT: 'answers' } },
);
