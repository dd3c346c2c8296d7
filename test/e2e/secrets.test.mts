import { runScenario } from './harness/runScenario.mts';

test('n8n keeps no token, password or one-time code in its log, database or executions', () =>
	runScenario('e2e/scenarios/secrets'));
