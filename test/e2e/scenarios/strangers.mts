import { expect } from 'expect';
import { hasEnded } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { AGENT, callOf, modelNode, withAgents } from '../harness/agentWorkflow.mts';
import { textMe } from '../harness/byHand.mts';
import { activated, node, pushTrigger, workflowOf } from '../harness/triggerWorkflow.mts';

const newest = { sortFieldsUi: { sortField: [{ fieldName: 'phone', order: 'descending' }] } };
const jsCode =
	"return $input.all().map((i) => ({ json: { output: 're ' + i.json.phone } })).reverse();";
const jsonOutput = '={{ JSON.stringify({ output: "re " + $json.phone }) }}';

const agent = () => node(AGENT, '@n8n/n8n-nodes-langchain.agent', {}, { typeVersion: 3.1 });
const calculator = node('Calculator', '@n8n/n8n-nodes-langchain.toolCalculator', {});
const condition = {
	...{ leftValue: '={{ $json.phone.endsWith("0") }}', rightValue: '' },
	operator: { type: 'boolean', operation: 'true', singleValue: true },
};
const isFirst = node(
	'If',
	'n8n-nodes-base.if',
	{ conditions: { options: { version: 2 }, conditions: [condition], combinator: 'and' } },
	{ typeVersion: 2.2 },
);
const loop = node('Loop', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 });
const pass = node('Pass', 'n8n-nodes-base.noOp', {});

/** The nodes between the trigger and Reply, how the execution ends, and which of three people get their own text. */
const BETWEEN = [
	// The items have each person's text, but neither the phone nor a paired item.
	{
		row: [node('Code', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 })],
		ends: 'error',
		gets: [],
	},
	{
		row: [
			node('Limit', 'n8n-nodes-base.limit', { maxItems: 1, keep: 'lastItems' }),
			node(
				'Set',
				'n8n-nodes-base.set',
				{ mode: 'raw', jsonOutput, options: {} },
				{ typeVersion: 3.4 },
			),
		],
		ends: 'success',
		gets: [2],
	},
	{
		row: [node('Sort', 'n8n-nodes-base.sort', newest), agent()],
		ends: 'success',
		gets: [0, 1, 2],
	},
	// By the second output. Once the agent has used a tool, n8n looks for its people at the first.
	{ row: [isFirst, agent()], withTool: true, ends: 'error', gets: [] },
	{ row: [isFirst, pass, agent()], withTool: true, ends: 'success', gets: [1, 2] },
	{ row: [loop, pass, agent()], withTool: true, ends: 'success', gets: [0, 1, 2] },
];

/** Three people write in one push, so one execution answers all of them. */
await withAgents(async ({ rest, n8n, sandbox, model, textMeApi, openAiApi }) => {
	const reply = { resource: 'sms', operation: 'reply', message: '={{ $json.output }}' };
	for (const [n, { row, ends, gets, withTool }] of BETWEEN.entries()) {
		const path = `strangers/${n}`;
		const workflow = workflowOf(
			path,
			[pushTrigger(path, { events: ['incomingMessage'] })],
			[...row, textMe('Reply', textMeApi, reply)],
		);
		if (row.some(({ name }) => name === AGENT)) {
			workflow.nodes.push(modelNode(openAiApi));
			const toAgent = [[{ node: AGENT, type: 'ai_languageModel', index: 0 }]];
			workflow.connections.Model = { ai_languageModel: toAgent };
		}
		if (withTool) {
			const toMain = (name: string) => [{ node: name, type: 'main', index: 0 }];
			const [before = '', after = ''] = row.map(({ name }) => name);
			workflow.connections[before] = { main: [[], toMain(after)] };
			if (before === 'Loop') workflow.connections.Reply = { main: [toMain(before)] };
			workflow.nodes.push(calculator);
			const toAgent = [[{ node: AGENT, type: 'ai_tool', index: 0 }]];
			workflow.connections.Calculator = { ai_tool: toAgent };
		}
		const { id } = await activated(rest, workflow);
		const answer = ({ messages }: { messages: Array<{ role: string; content: string }> }) => {
			const asked = messages.filter(({ role }) => role === 'user').at(-1);
			if (withTool && messages.at(-1)?.role !== 'tool')
				return callOf('Calculator', { input: '1+1' });
			return { say: `re ${/\d{10}/.exec(asked?.content ?? '')?.[0]}` };
		};
		model.follow(...Array.from({ length: 6 }, () => answer));
		const phones = [0, 1, 2].map((last) => `05077${n}000${last}`);
		await fetch(`${n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(
				phones.map((phone) => ({ phone, dest: sandbox.account.number, message: `I am ${phone}` })),
			),
		});
		await until(async () => (await rest.executions(id)).some(hasEnded));
		expect((await rest.executions(id)).map(({ status }) => status)).toEqual([ends]);
		expect(phones.map((phone) => sandbox.messages({ phone }).map(({ text }) => text))).toEqual(
			phones.map((phone, index) => (gets.includes(index) ? [`re ${phone}`] : [])),
		);
	}
});
