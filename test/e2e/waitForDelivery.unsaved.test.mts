import { runScenario } from './harness/runScenario.mts';

test('waits in a workflow whose executions n8n does not keep, also when n8n is killed, and leaves nothing', async () => {
	expect(await runScenario('waitUnsaved')).toEqual({
		whileWaiting: ['waiting', 'waiting', 'waiting'],
		seen: ['0501111121 delivered', '0501111122 delivered', '0501111123 delivered'],
		left: [],
		sent: 3,
	});
});
