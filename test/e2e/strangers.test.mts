import { runScenario } from './harness/runScenario.mts';

test('each stranger gets their own answer, whatever stands between the trigger and Reply', () =>
	runScenario('e2e/scenarios/strangers'));
