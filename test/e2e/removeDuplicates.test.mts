import { runScenario } from './harness/runScenario.mts';

const EVENTS = ['event-0', 'event-1', 'event-2', 'event-3', 'event-4'];

test('a Remove Duplicates node of the workflow neither stops the trigger nor makes it forget', async () => {
	expect(await runScenario('removeDuplicates')).toEqual({ dates: EVENTS, fewKeys: EVENTS });
}, 600_000);
