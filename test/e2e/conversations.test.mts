import { runScenario } from './harness/runScenario.mts';

type Seen = Record<string, { executions: number; grewBy: number }>;

test('what comes together takes few executions, and texts in a row go to one, however few run side by side', async () => {
	const seen = await runScenario<Seen>('conversations');
	expect(seen).toMatchObject({
		crowd: { different: 400, ended: ['success'] },
		person: { different: 1, ended: ['success'], messages: ['Hi', 'it is me', 'Dana'] },
		twoAtATime: { different: 1, ended: ['success'], messages: ['Hi', 'it is me', 'Dana'] },
		together: { different: 300, ended: ['success'] },
		each: { different: 50, ended: ['success'], executions: 50 },
	});
	// How many come together depends on the machine: at most 40 on a quiet one.
	expect(seen.together?.executions).toBeLessThanOrEqual(150);
	expect(seen.crowd?.executions).toBeLessThan(200);
	// n8n keeps some 10 MB for each conversation that waits, and 20 of them may wait.
	expect(seen.crowd?.grewBy).toBeLessThan(1_200);
});
