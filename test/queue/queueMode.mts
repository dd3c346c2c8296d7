// n8n in queue mode, while everything arrives twice and processes are killed.
import { expect } from 'expect';
import { SANDBOX } from '../e2e/harness/realN8n.mts';
import { askPeople, WAYS } from './askedPeople.mts';
import { eventStorm } from './eventStorm.mts';
import { keyedBulk } from './keyedBulk.mts';
import { manualRuns } from './manualRuns.mts';
import { withQueueN8n } from './queueN8n.mts';

const say = (text: string) => console.log(`${Math.round(process.uptime())} s  ${text}`);

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
	SANDBOX,
	say,
);

// Runs on the workers, also those that a person starts.
expect(manual).toEqual({ runs: 2, notOnWorkers: 0, wrong: 0, doubledTexts: 0 });
for (const { mode, ...result } of events) {
	// A push that was answered, but not stored or not worked off when a process is killed, is lost.
	const lost = mode === 'polling' ? 0 : expect.any(Number);
	expect({ mode, ...result }).toMatchObject({ doubledTexts: 0, lost });
}
expect(bulk).toMatchObject({ missingTexts: 0, doubledTexts: 0 });
// Each person is asked once, and one answer of each is taken.
for (const result of asked) {
	expect(result).toMatchObject({ missingTexts: 0, doubledTexts: 0, lost: 0, doubled: 0 });
}
process.exit();
