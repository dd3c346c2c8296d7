import { runScenario } from './harness/runScenario.mts';

test('what comes together takes few executions, and a crowd of conversations little memory', () =>
	runScenario('e2e/scenarios/conversations'));
