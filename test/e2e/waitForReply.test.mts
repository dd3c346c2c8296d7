import { runScenario } from './harness/runScenario.mts';

test('waits for a reply and knows a used key, also when n8n is killed as it waits or looks, and where n8n keeps no executions', () =>
	runScenario('e2e/scenarios/waitForReply'));
