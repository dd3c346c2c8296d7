import { runScenario } from './harness/runScenario.mts';

test('takes each event once, pushed and polled, also when polls fail and n8n is killed', () =>
	runScenario('e2e/scenarios/triggers'));
