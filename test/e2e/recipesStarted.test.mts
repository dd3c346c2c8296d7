import { runScenario } from './harness/runScenario.mts';

test('does what the recipes say that a person or a schedule starts, pasted into the editor and changed as their readers are told to', () =>
	runScenario('e2e/scenarios/recipesStarted'));
