import { runScenario } from './harness/runScenario.mts';

test("n8n's human review of an agent's tool asks by text, and runs the tool only once it is approved", () =>
	runScenario('e2e/scenarios/humanReview'));
