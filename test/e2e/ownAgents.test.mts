import { runScenario } from './harness/runScenario.mts';

test("sends once for n8n's own agents, within their limit, and refuses what they cannot have", () =>
	runScenario('e2e/scenarios/ownAgents'));
