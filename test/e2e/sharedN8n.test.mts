// Scenarios that neither end n8n nor need other settings, in one n8n and one process.
import { fork } from 'node:child_process';
import { join } from 'node:path';

/** The first takes longest, and the second waits for more than a minute. */
const SCENARIOS = {
	recipes:
		'does what the recipes say, pasted into the editor and changed as their readers are told to, also in a crowd',
	humanReview:
		"n8n's human review of an agent's tool asks by text, and runs the tool only once it is approved",
	agentTool:
		'a model has the node as a tool: it is told what for, texts nobody twice, and sends no more than it may',
	answerPage: 'takes the answer of a phone, in its language, light and dark, and without scripts',
	credential:
		"n8n's test tells good credentials from bad ones, and its HTTP Request node gets no token",
	mcpServer:
		'holds Maximum Messages and an idempotency key over the calls of an MCP server, and tells the reports of each call apart',
	neverTwice: "sends nobody a second text in a person's retry",
	ownAgents:
		"sends once for n8n's own agents, within their limit, and refuses what they cannot have",
	reply: 'each person gets their own answer, or nobody gets one',
};

const scenarios = fork(join(__dirname, 'harness', 'inOneProcess.mts'), {
	execArgv: ['--import', 'tsx'],
});
/** Called at the end of each scenario, with its error. */
const ends = new Map<string | undefined, (error?: unknown) => void>();
scenarios.on('message', ([name, error]: string[]) => ends.get(name)?.(error));
scenarios.on('exit', (code) => ends.forEach((end) => end(`The process ended with ${code}`)));
afterAll(() => scenarios.disconnect());

/** The error of a scenario; undefined if it has none. */
const run = (name: string) =>
	new Promise((resolve) => {
		ends.set(name, resolve);
		scenarios.send(name, (error) => error && resolve(error));
	});

test.concurrent.each(Object.entries(SCENARIOS))('%s: %s', async (name) =>
	expect(await run(name)).toBeUndefined(),
);
