import { runScenario } from './harness/runScenario.mts';

test('takes the answer of a phone, in its language, light and dark, and without scripts', () =>
	runScenario('e2e/scenarios/answerPage'));
