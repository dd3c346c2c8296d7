import { runScenario } from './harness/runScenario.mts';

test('a crowd of conversations takes an execution each, and hardly more memory while it waits', () =>
	runScenario('e2e/scenarios/conversations'));
