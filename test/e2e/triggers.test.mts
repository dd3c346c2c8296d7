import { runScenario } from './harness/runScenario.mts';

test('takes each event once, pushed, polled and both, also when polls fail and n8n is killed', () =>
	runScenario('e2e/scenarios/triggers'));
