import { runScenario } from './harness/runScenario.mts';

test('refuses in the preview what n8n 3 refuses', () => runScenario('e2e/scenarios/n8n3Preview'));
