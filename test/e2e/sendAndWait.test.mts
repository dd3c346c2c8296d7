import { runScenario } from './harness/runScenario.mts';

test('asks by link and by text, each person for themselves, also when n8n is killed meanwhile', () =>
	runScenario('e2e/scenarios/sendAndWait'));
