import { runScenario } from './harness/runScenario.mts';

test("installed by name from n8n's Community Nodes screen, is found, sends, receives, is updated and goes", () =>
	runScenario('e2e/scenarios/communityNodes'));
