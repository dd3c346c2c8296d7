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

test('pushes that come together take few executions, and one each if so set', async () => {
	const seen = await runScenario<Record<'together', Campaign>>('pushGroups');
	expect(seen).toEqual({
		together: campaign(300, expect.any(Number)),
		each: campaign(50, 50),
	});
	// How many come together depends on the machine: at most 40 on a quiet one.
	expect(seen.together.executions).toBeLessThanOrEqual(150);
});
