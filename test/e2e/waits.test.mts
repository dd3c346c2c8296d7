import { runScenario } from './harness/runScenario.mts';

test('asks by link and by text, each person for themselves, and knows a used key, also when n8n is killed as it waits or looks, and where n8n keeps no executions; no secret stays in n8n', () =>
	runScenario('e2e/scenarios/waits'));
