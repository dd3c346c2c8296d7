// n8n in queue mode, while everything arrives twice and processes are killed.
import { report } from '../e2e/harness/realN8n.mts';
import { askPeople, WAYS } from './askedPeople.mts';
import { eventStorm } from './eventStorm.mts';
import { keyedBulk } from './keyedBulk.mts';
import { manualRuns } from './manualRuns.mts';
import { withQueueN8n } from './queueN8n.mts';

/** Milliseconds. The service's real delays are undocumented. These outlast a restart of n8n without flooding it. */
const RETRY_DELAYS = [5, 10, 20, 40, 60, 60].map((seconds) => seconds * 1_000);

const begin = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - begin) / 1_000)).padStart(4)} s  ${text}`);

const { manual, events, bulk, asked } = await withQueueN8n(
	async (queue) => {
		say('Running workflows by hand');
		const byHand = await manualRuns(queue);
		say('Asking people, who will answer after the storm');
		const answers = await Promise.all(WAYS.map((way) => askPeople(queue, way)));
		say('A storm of events; a worker and a webhook processor are killed in it');
		const outcome = await eventStorm(queue);
		say('Pushes again, polls, the same keys from several executions at once, and answers');
		const [manual, events, bulk, ...asked] = await Promise.all([
			byHand(),
			outcome(),
			keyedBulk(queue),
			...answers.map((answer) => answer()),
		]);
		return { manual, events, bulk, asked };
	},
	{ sandbox: { pushRetryDelaysMs: RETRY_DELAYS }, report: say },
);

await report({
	'Run by hand': manual,
	...Object.fromEntries(events.map(({ mode, result }) => [`Events by ${mode.name}`, result])),
	'Send Bulk with idempotency keys': bulk,
	...Object.fromEntries(asked.map((result, n) => [`Asked by ${WAYS[n]?.name}`, result])),
});
process.exit();
