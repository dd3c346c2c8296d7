import { runScenario } from './harness/runScenario.mts';

test('whoever looks for it finds the node, which says that it sends', () =>
	runScenario('e2e/scenarios/nodeSearch'));
