import { startSandbox } from '../../../sandbox/startSandbox.mts';
import { clockAhead, killAtRest, BARE, withRealN8n } from '../harness/realN8n.mts';
import { secrets } from './secrets.mts';
import { sendAndWait } from './sendAndWait.mts';
import { waitForReply } from './waitForReply.mts';

/** Scenarios side by side, each with its own sandbox. n8n is killed for the two that wait, and is down for half an hour. */
await withRealN8n(
	async (real) => {
		const sandbox = await startSandbox({ clock: 'real' });
		const [byLink, byText] = [sendAndWait(real), waitForReply({ ...real, sandbox })];
		const [, { value: kill }] = await Promise.all([byLink.next(), byText.next(), secrets(real)]);
		do await kill!.looks();
		while (!(await killAtRest(real, 1)));
		kill!.whileDown();
		await real.startAgain(clockAhead(32));
		await Promise.all([byLink.next(), byText.next()]);
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
