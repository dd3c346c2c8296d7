import { runScenario } from './harness/runScenario.mts';

const EVENTS = ['event-0', 'event-1', 'event-2', 'event-3', 'event-4'];

test('goes on and forgets nothing beside a Remove Duplicates node in the workflow', async () => {
	expect(await runScenario('removeDuplicates')).toEqual({ dates: EVENTS, fewKeys: EVENTS });
});
