import { runScenario } from './harness/runScenario.mts';

test("sends nobody a second text in a person's retry", () =>
	runScenario('e2e/scenarios/neverTwice'));
