import { runScenario } from './harness/runScenario.mts';

test('a model has the node as a tool: it is told what for, texts nobody twice, and sends no more than it may', () =>
	runScenario('e2e/scenarios/agentTool'));
