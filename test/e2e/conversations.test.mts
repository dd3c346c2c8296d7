import { runScenario } from './harness/runScenario.mts';

type Seen = Record<string, { executions: number; grewBy: number }>;

test('what comes together takes few executions, and texts in a row go to one, however few run side by side', async () => {
	const seen = await runScenario<Seen>('conversations');
	expect(seen).toMatchObject({
		crowd: { events: 400, different: 400, ended: ['success'] },
		person: { different: 1, ended: ['success'], messages: ['Hi', 'it is me', 'Dana'] },
		twoAtATime: { different: 1, ended: ['success'], messages: ['Hi', 'it is me', 'Dana'] },
		together: { events: 300, different: 300, ended: ['success'] },
		each: { events: 50, different: 50, ended: ['success'], executions: 50 },
	});
	// The number depends on the machine: at most 40 on a quiet one.
	expect(seen.together?.executions).toBeLessThanOrEqual(150);
	expect(seen.crowd?.executions).toBeLessThan(200);
	// Megabytes. It grew by 5,000 when each conversation had its own isolate.
	expect(seen.crowd?.grewBy).toBeLessThan(2_000);
});
