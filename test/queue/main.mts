// `npm run test:queue`: n8n in queue mode, while everything arrives twice and processes are killed.
import { command } from '../../scripts/steps.mts';
import { askPeople, WAYS } from './askedPeople.mts';
import { eventStorm } from './eventStorm.mts';
import { keyedBulk } from './keyedBulk.mts';
import { manualRuns } from './manualRuns.mts';
import { withQueueN8n } from './queueN8n.mts';

/** The service's real delays are not documented. These outlast a restart of n8n without flooding it. */
const RETRY_DELAYS = [5, 10, 20, 40, 60, 60].map((seconds) => seconds * 1_000);

const begin = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - begin) / 1_000)).padStart(4)} s  ${text}`);

say('Building');
await command('npm', ['run', 'build']);

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

const promises = [
	...events.flatMap(({ mode, result }) =>
		mode.promises.map((promise) => ({ name: `${mode.name}, ${promise}`, count: result[promise] })),
	),
	{ name: 'By hand, notOnWorkers', count: manual.notOnWorkers },
	{ name: 'By hand, wrong', count: manual.wrong },
	{ name: 'By hand, doubledTexts', count: manual.doubledTexts },
	{ name: 'Send Bulk, missingTexts', count: bulk.missingTexts },
	{ name: 'Send Bulk, doubledTexts', count: bulk.doubledTexts },
	...asked.flatMap(({ missingTexts, doubledTexts, lost, doubled }, n) =>
		Object.entries({ missingTexts, doubledTexts, lost, doubled }).map(([count, value]) => ({
			name: `Send and Wait, ${WAYS[n]?.name}, ${count}`,
			count: value,
		})),
	),
];
console.log('\n=== Run by hand');
console.table([manual]);
console.log('\n=== Events, by the way they are received');
console.table(Object.fromEntries(events.map(({ mode, result }) => [mode.name, result])));
console.log('\n=== Send Bulk with idempotency keys');
console.table([bulk]);
console.log('\n=== Send and Wait for Response');
console.table(Object.fromEntries(asked.map((result, n) => [WAYS[n]?.name, result])));
console.log('\n=== Promised to be zero');
console.table(promises);
const broken = promises.filter(({ count }) => count > 0).length;
console.log(`\n${promises.length - broken} passed, ${broken} failed`);
process.exit(broken === 0 ? 0 : 1);
