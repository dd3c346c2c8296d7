import { expect } from 'expect';
import { output } from '../../../demo/n8nRest.mts';
import type { ScriptedTurn } from '../../../demo/scriptedModel.mts';
import { until } from '../../../demo/until.mts';
import {
	AGENT,
	agentWorkflow,
	fromAi,
	SEND,
	tool,
	withAgents,
	type Agents,
} from '../harness/agentWorkflow.mts';
import { fetchLink, lastMessage, post } from '../harness/askWorkflow.mts';
import { carriedOut, limitWait, waits } from '../harness/byHand.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';

const BOSS = '0502222222';
const CUSTOMER = '0501111111';
const REVIEW = 'Ask the boss';

const says: ScriptedTurn = ({ messages }) => ({ say: String(messages.at(-1)?.content) });
const calls =
	(...given: object[]): ScriptedTurn =>
	({ tools = [] }) => ({
		calls: given.map((one) => ({ tool: tools[0]?.function.name ?? '', with: { ...one } })),
	});
const reviewed = (...messages: string[]) =>
	calls(...messages.map((message) => ({ toolParameters: { message }, hitlParameters: {} })));

/** An agent may text a customer after the boss approves by link. */
function reviews({ rest, sandbox, model, textMeApi, openAiApi }: Agents) {
	const texts = (phone: string) => sandbox.messages({ phone }).map(({ text }) => text);

	const send = { ...SEND, phones: CUSTOMER, message: fromAi('message') };
	const toText = tool('Text the customer', textMeApi, send);

	/** Starts an agent that wants to text the customer, and waits until the boss is asked. The review has n8n's default fields. */
	async function begin(
		message: string | string[],
		options: object = {},
		{ carriedOut = toText, people = 1 } = {},
	) {
		sandbox.reset();
		const review = node(
			REVIEW,
			'n8n-nodes-textme.textMeHitlTool',
			{ source: SEND.source, phones: BOSS, options },
			{ credentials: { textMeApi } },
		);
		const agent = agentWorkflow(openAiApi, [carriedOut]);
		const ends = (to: string) => ({ ai_tool: [[{ node: to, type: 'ai_tool', index: 0 }]] });
		const { id } = await rest.createWorkflow({
			...agent,
			nodes: [...agent.nodes, review],
			connections: { ...agent.connections, [carriedOut.name]: ends(REVIEW), [REVIEW]: ends(AGENT) },
			pinData: { Start: Array.from({ length: people }, (_, person) => ({ json: { person } })) },
		});
		model.follow(reviewed(...[message].flat()), ...Array<ScriptedTurn>(2 * people - 1).fill(says));
		const { executionId } = await rest.run(id, 'Start');
		await waits(rest, executionId);
		return { executionId, ...lastMessage(sandbox, BOSS) };
	}
	const said = async (executionId: string) => {
		const execution = await rest.ended(executionId);
		expect(execution.status).toBe('success');
		return output(execution, AGENT)[0]?.output;
	};
	return { begin, said, texts, toText };
}

/** The boss decides. The recipe 'approve-an-agent' tests a review with its own message. */
async function decided(agents: Agents) {
	const { rest, sandbox, model, textMeApi, openAiApi } = agents;
	const { begin, said, texts, toText } = reviews(agents);
	// The text contains marks that would reverse it.
	const approved = await begin('Your order \u202Eis late\u202C');
	const asks = 'The agent asks for your approval:\nText the customer\nmessage: Your order is late';
	expect(approved.text).toBe(`${asks}\n${approved.link}`);
	expect(await fetchLink(approved.link)).toEqual({ status: 200, heading: 'Your answer is needed' });
	expect(texts(CUSTOMER)).toEqual([]);
	await post(approved.link, { decision: 'confirm' });
	expect(await said(approved.executionId)).toContain('accepted');
	expect([texts(CUSTOMER), texts(BOSS).length]).toEqual([['Your order is late'], 1]);

	// The agent makes two calls in one turn: the boss is asked about each.
	const both = await begin(['One', 'Two']);
	await post(both.link, { decision: 'decline' });
	await until(() => texts(BOSS).length > 1);
	await waits(rest, both.executionId);
	await post(lastMessage(sandbox, BOSS).link, { decision: 'confirm' });
	await said(both.executionId);
	expect(texts(BOSS).map((text) => /message: (\w+)/.exec(text)?.[1])).toEqual(['One', 'Two']);
	expect(texts(CUSTOMER)).toEqual(['Two']);

	// An agent with three items, of which one makes a call: n8n carries out an approved call once for each item.
	const { baseUrl, reseller: account } = sandbox;
	const reseller = await createTextMeCredential(rest, { account, baseUrl });
	const toTopUp = tool('Top up', reseller, {
		...{ resource: 'subAccount', operation: 'topUp', username: 'demo-sub', amount: 5 },
	});
	for (const [carriedOut, root, times, told] of [
		[toText, 'sms', 2, '"accepted":true'],
		[toTopUp, 'updateAmountSub', 1, '"toppedUp":true'],
	] as const) {
		const once = await begin('Once', {}, { carriedOut, people: 3 });
		await post(once.link, { decision: 'confirm' });
		await said(once.executionId);
		expect(model.results().join()).toContain(told);
		expect(model.results().join()).not.toContain('note');
		expect(sandbox.counters().requests[root]).toBe(times);
	}

	// Send and Wait as a tool of agent version 2, which runs its tools itself: n8n cannot wait there.
	sandbox.reset();
	model.follow(calls({ Message: 'Approve?' }), says);
	const question = { ...SEND, operation: 'sendAndWait', phones: BOSS };
	const inside = agentWorkflow(openAiApi, [tool('Ask', textMeApi, question)], 2.2);
	expect((await carriedOut(rest, inside)).status).toBe('success');
	expect(model.results().join()).toContain('cannot wait inside an AI Agent of version 2');
	expect(sandbox.messages()).toEqual([]);
}

async function late(agents: Agents) {
	const { begin, said, texts } = reviews(agents);
	const silent = await begin('Late', limitWait(0.01));
	expect(await said(silent.executionId)).toContain(
		'Nobody has answered: the time to approve this is over.',
	);
	expect(texts(CUSTOMER)).toEqual([]);
}

await Promise.all([withAgents(decided), withAgents(late)]);
