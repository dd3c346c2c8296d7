import { runScenario } from './harness/runScenario.mts';

test('takes a crowd of conversations with an execution and hardly more memory for each, and each event once, pushed and polled, also when polls fail and n8n is killed', () =>
	runScenario('e2e/scenarios/triggers'));
