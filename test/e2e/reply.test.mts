import { runScenario } from './harness/runScenario.mts';

test('each person gets their own answer, or nobody gets one', () =>
	runScenario('e2e/scenarios/reply'));
