import { runScenario } from './harness/runScenario.mts';

test('a crowd of conversations takes few executions and little memory', () =>
	runScenario('e2e/scenarios/conversations'));
