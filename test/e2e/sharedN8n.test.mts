// Scenarios that neither end n8n nor need other settings, one after the other in one n8n.
import { runScenario } from './harness/runScenario.mts';

test('a model has the node as a tool: it is told what for, texts nobody twice, and sends no more than it may', () =>
	runScenario('e2e/scenarios/agentTool'));

test('takes the answer of a phone, in its language, light and dark, and without scripts', () =>
	runScenario('e2e/scenarios/answerPage'));

test("n8n's test tells good credentials from bad ones, and its HTTP Request node gets no token", () =>
	runScenario('e2e/scenarios/credential'));

test("n8n's human review of an agent's tool asks by text, and runs the tool only once it is approved", () =>
	runScenario('e2e/scenarios/humanReview'));

test('holds Maximum Messages and an idempotency key over the calls of an MCP server, and tells the reports of each call apart', () =>
	runScenario('e2e/scenarios/mcpServer'));

test("sends nobody a second text in a person's retry", () =>
	runScenario('e2e/scenarios/neverTwice'));

test('whoever looks for it finds the node, which says that it sends', () =>
	runScenario('e2e/scenarios/nodeSearch'));

test("sends once for n8n's own agents, within their limit, and refuses what they cannot have", () =>
	runScenario('e2e/scenarios/ownAgents'));

test('each person gets their own answer, or nobody gets one', () =>
	runScenario('e2e/scenarios/reply'));
