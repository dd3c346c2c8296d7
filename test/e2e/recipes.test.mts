import { runScenario } from './harness/runScenario.mts';

test('does what the recipes say, pasted into the editor and changed as their readers are told to, also in a crowd', () =>
	runScenario('e2e/scenarios/recipes'));
