import { runScenario } from './harness/runScenario.mts';

test('holds Maximum Messages and an idempotency key over the calls of an MCP server, and tells the reports of each call apart', () =>
	runScenario('e2e/scenarios/mcpServer'));
