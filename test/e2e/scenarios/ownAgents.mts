import { expect } from 'expect';
import type { ModelRequest, Turn } from '../../../demo/scriptedModel.mts';
import { callOf, SEND, withAgents } from '../harness/agentWorkflow.mts';

const PHONE = '0501111100';

/** One of n8n's own agents, which run nodes outside of workflows, without an execution. */
await withAgents(async ({ rest, sandbox, model, textMeApi, openAiApi }) => {
	const tool = (name: string, nodeParameters: object, more: object = {}) => ({
		...{ type: 'node', name, description: name },
		node: {
			...{ nodeType: 'n8n-nodes-textme.textMe', nodeTypeVersion: 1, nodeParameters },
			credentials: { textMeApi },
		},
		...more,
	});
	const agent = await rest.createAgent({
		name: 'Own agent',
		model: 'openai/scripted',
		credential: openAiApi.id,
		instructions: 'Do what you are asked to.',
		tools: [
			tool('Send SMS', SEND),
			tool('Send once', { ...SEND, options: { idempotencyKey: 'order-1' } }),
			tool('Ask', { ...SEND, operation: 'sendAndWait', phones: PHONE }),
			tool('Send if approved', SEND, { requireApproval: true }),
		],
	});

	/** Gives the model these turns, and returns what its tools told it. n8n may ask the model for a title too. */
	async function chat(...turns: Turn[]) {
		let told: ModelRequest | undefined;
		const next = (request: ModelRequest): Turn => {
			if (!request.tools?.length) return { say: 'A title' };
			told = request;
			return turns.shift() ?? { say: 'Done.' };
		};
		model.follow(...Array.from({ length: turns.length + 5 }, () => next));
		const events = await rest.chatWithAgent(agent, { message: 'Please' });
		const results = (told?.messages ?? []).filter(({ role }) => role === 'tool');
		return { events, results: results.map(({ content }) => content) };
	}
	const texts = (begin: string) => sandbox.messages().filter(({ text }) => text.startsWith(begin));
	const send = (tool: string, Message: string) => callOf(tool, { Phone_Numbers: PHONE, Message });

	const { results: sent } = await chat(send('Send_SMS', 'Hello'));
	expect(sent).toEqual([expect.stringMatching(/accepted.*true/)]);
	expect(texts('Hello')).toHaveLength(1);

	const { results: keyed } = await chat(send('Send_once', 'Once'));
	expect(keyed[0]).toContain("'Idempotency Key' cannot be remembered in n8n's own Agents");
	const { results: asking } = await chat(callOf('Ask', { Message: 'May I?' }));
	expect(asking[0]).toContain('requires a persistent workflow');
	expect([...texts('Once'), ...texts('May I?')]).toEqual([]);

	const { events } = await chat(send('Send_if_approved', 'Approved'));
	const payload = events.find(({ type }) => type === 'tool-call-suspended')?.payload;
	// n8n shows the tool's input to the person who approves.
	expect(JSON.stringify(payload)).toMatch(/0501111100.*Approved/);
	expect(texts('Approved')).toEqual([]);
	model.follow({ say: 'Done.' }, { say: 'Done.' });
	const { runId, toolCallId } = payload as { runId: string; toolCallId: string };
	await rest.chatWithAgent(agent, { runId, toolCallId, resumeData: { approved: true } });
	expect(texts('Approved')).toHaveLength(1);

	// The limit of a tool is ten, and two were sent above.
	const offers = await chat(...Array.from({ length: 9 }, (_, n) => send('Send_SMS', `Offer ${n}`)));
	expect(offers.results.at(-1)).toContain('earlier calls in the last hour');
	expect(texts('Offer')).toHaveLength(8);
	const externalIds = sandbox.messages().map(({ externalId }) => externalId);
	expect(new Set(externalIds).size).toBe(10);
	expect(externalIds.join()).not.toContain('undefined');
});
