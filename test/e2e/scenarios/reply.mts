import { expect } from 'expect';
import { hasEnded } from '../../../demo/n8nRest.mts';
import type { ModelRequest } from '../../../demo/scriptedModel.mts';
import { until } from '../../../demo/until.mts';
import { AGENT, callOf, fromAi, modelNode, tool, withAgents } from '../harness/agentWorkflow.mts';
import { textMe } from '../harness/byHand.mts';
import {
	activated,
	node,
	pollTrigger,
	pushTrigger,
	severalPolls,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const agent = () => node(AGENT, '@n8n/n8n-nodes-langchain.agent', {}, { typeVersion: 3.1 });
const calculator = node('Calculator', '@n8n/n8n-nodes-langchain.toolCalculator');

const answer = ({ messages, tools = [] }: ModelRequest) => {
	const asked = messages.filter(({ role }) => role === 'user').at(-1)?.content ?? '';
	const say = `re ${/\d{10}/.exec(asked)?.[0]}`;
	const [name] = tools.map((one) => one.function.name);
	if (!name || messages.at(-1)?.role === 'tool') return { say };
	return callOf(name, name === 'Reply' ? { Message: say } : { input: '1+1' });
};

await withAgents(async ({ rest, n8n, sandbox, model, textMeApi, openAiApi }) => {
	model.follow(...Array.from({ length: 20 }, () => answer));
	const reply = { resource: 'sms', operation: 'reply', message: '={{ $json.output }}' };
	type Node = ReturnType<typeof node>;

	function withModel(workflow: ReturnType<typeof workflowOf>, ...tools: Node[]) {
		const toAgent = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
		workflow.nodes.push(modelNode(openAiApi), ...tools);
		workflow.connections.Model = toAgent('ai_languageModel');
		for (const { name } of tools) workflow.connections[name] = toAgent('ai_tool');
		return workflow;
	}

	/** The statuses of a workflow's executions. */
	async function endings({ id }: { id: string }) {
		await until(async () => (await rest.executions(id)).some(hasEnded));
		return (await rest.executions(id)).map(({ status }) => status);
	}

	// One person writes: an agent that has used a tool, and a tool of an agent, answer them.
	const behind = [calculator, tool('Reply', textMeApi, { ...reply, message: fromAi('Message') })];
	for (const [n, own] of behind.entries()) {
		const path = `reply/${n}`;
		const after = own === calculator ? [textMe('Reply', textMeApi, reply)] : [];
		const triggers = [pushTrigger(path, { events: ['incomingMessage'] })];
		const workflow = withModel(workflowOf(path, triggers, [agent(), ...after]), own);
		const saved = await activated(rest, workflow);
		const phone = `050771000${n}`;
		await fetch(`${n8n.url}/webhook/${path}`, {
			method: 'POST',
			body: new URLSearchParams({
				...{ phone, dest: sandbox.account.number, message: `I am ${phone}` },
			}),
		});
		expect(await endings(saved)).toEqual(['success']);
		expect(sandbox.messages({ phone }).map(({ text }) => text)).toEqual([`re ${phone}`]);
	}

	// Three people write between two polls, so one execution answers all of them.
	const polled = (name: string, ...row: Node[]) =>
		workflowOf(name, [pollTrigger(textMeApi, { events: ['incomingMessage'] })], row);
	const edited = node(
		'Set',
		'n8n-nodes-base.set',
		{
			...{ mode: 'raw', jsonOutput: '={{ { output: "set " + $json.phone } }}' },
			...{ includeOtherFields: true, options: {} },
		},
		{ typeVersion: 3.4 },
	);
	const of = (field: string) => `={{ $('TextMe Polling Trigger').item.json.${field} }}`;
	const dragged = { options: { replyTo: of('phone'), replyFrom: of('to') } };
	const workflows = [
		polled('Fields', edited, textMe('Reply', textMeApi, reply)),
		withModel(polled('Dragged', agent(), textMe('Reply', textMeApi, { ...reply, ...dragged }))),
		withModel(polled('Nobody', agent(), textMe('Reply', textMeApi, reply))),
	];
	const saved: Array<{ id: string }> = [];
	for (const workflow of workflows) saved.push(await activated(rest, workflow));
	await severalPolls(sandbox, workflows.length);
	const phones = [0, 1, 2].map((last) => `050772000${last}`);
	const dest = sandbox.account.number;
	for (const phone of phones) sandbox.handsetReply({ phone, text: `I am ${phone}`, dest });
	expect(await Promise.all(saved.map(endings))).toEqual([['success'], ['success'], ['error']]);
	const texts = phones.map((phone) => sandbox.messages({ phone }).map(({ text }) => text));
	expect(texts.map((own) => own.sort())).toEqual(
		phones.map((phone) => [`re ${phone}`, `set ${phone}`]),
	);
});
