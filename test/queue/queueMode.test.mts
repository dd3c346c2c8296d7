import { runScenario } from '../e2e/harness/runScenario.mts';

test("texts nobody twice in n8n's queue mode, and loses nothing that is polled, while everything comes twice and processes are killed", () =>
	runScenario('queue/queueMode'));
