import { runScenario } from './harness/runScenario.mts';

test('evaluates for all items at once, with each engine, what n8n evaluates for each item', () =>
	runScenario('e2e/scenarios/oneEvaluation'));
