import { runScenario } from './harness/runScenario.mts';

test("n8n's test tells good credentials from bad ones, and its HTTP Request node gets no token", () =>
	runScenario('e2e/scenarios/credential'));
