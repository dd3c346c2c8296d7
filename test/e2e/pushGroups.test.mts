import { runScenario } from './harness/runScenario.mts';

interface Campaign {
	executions: number;
}

const campaign = (events: number, executions: unknown) => ({
	events,
	different: events,
	executions,
	ended: ['success'],
});

test('pushes that come together take few executions, whichever way they are answered, and one each if so set', async () => {
	const some = expect.any(Number) as unknown;
	const seen = await runScenario<Record<'received' | 'finished', Campaign>>('pushGroups');
	expect(seen).toEqual({
		received: campaign(300, some),
		finished: campaign(300, some),
		each: campaign(150, 150),
	});
	// How many come together depends on the machine: a quick one took 16 executions, a busy one 60.
	expect(Math.max(seen.received.executions, seen.finished.executions)).toBeLessThan(150);
});
