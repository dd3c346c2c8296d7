// Scenarios that neither end n8n nor need other settings, in one n8n, one after the other.
import { runScenario } from './harness/runScenario.mts';

const SCENARIOS = {
	agentTool:
		'a model has the node as a tool: it is told what for, texts nobody twice, and sends no more than it may',
	answerPage: 'takes the answer of a phone, in its language, light and dark, and without scripts',
	credential:
		"n8n's test tells good credentials from bad ones, and its HTTP Request node gets no token",
	mcpServer:
		'holds Maximum Messages and an idempotency key over the calls of an MCP server, and tells the reports of each call apart',
	neverTwice: "sends nobody a second text in a person's retry",
	nodeSearch: 'whoever looks for it finds the node, which says that it sends',
	ownAgents:
		"sends once for n8n's own agents, within their limit, and refuses what they cannot have",
	reply: 'each person gets their own answer, or nobody gets one',
};

// The end of a wait comes after more than a minute, so this one runs beside the others.
const humanReview = runScenario('e2e/scenarios/humanReview').catch((error: Error) => error);

test.each(Object.entries(SCENARIOS))('%s: %s', (name) => runScenario(`e2e/scenarios/${name}`));

test("humanReview: n8n's human review of an agent's tool asks by text, and runs the tool only once it is approved", async () =>
	expect(await humanReview).toBeUndefined());
