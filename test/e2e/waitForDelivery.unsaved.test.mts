import { runScenario } from './harness/runScenario.mts';

test('a workflow whose executions n8n does not keep waits all the same, and leaves only the looks in which n8n was killed', async () => {
	expect(await runScenario('waitUnsaved')).toEqual({
		whileWaiting: ['waiting', 'waiting', 'waiting'],
		seen: ['0501111121 delivered', '0501111122 delivered', '0501111123 delivered'],
		left: ['crashed'],
		sent: 3,
	});
}, 600_000);
