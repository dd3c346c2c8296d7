import { expect } from 'expect';
import { hasEnded } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { AGENT, modelNode, withAgents } from '../harness/agentWorkflow.mts';
import { textMe } from '../harness/byHand.mts';
import { activated, node, pushTrigger, workflowOf } from '../harness/triggerWorkflow.mts';

const newest = { sortFieldsUi: { sortField: [{ fieldName: 'phone', order: 'descending' }] } };
const jsCode =
	"return $input.all().map((i) => ({ json: { output: 're ' + i.json.phone } })).reverse();";
const jsonOutput = '={{ JSON.stringify({ output: "re " + $json.phone }) }}';

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
		row: [
			node('Sort', 'n8n-nodes-base.sort', newest),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', {}, { typeVersion: 3.1 }),
		],
		ends: 'success',
		gets: [0, 1, 2],
	},
];

/** Three people write in one push, so one execution answers all of them. */
await withAgents(async ({ rest, n8n, sandbox, model, textMeApi, openAiApi }) => {
	const reply = { resource: 'sms', operation: 'reply', message: '={{ $json.output }}' };
	for (const [n, { row, ends, gets }] of BETWEEN.entries()) {
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
		const { id } = await activated(rest, workflow);
		const answer = ({ messages }: { messages: Array<{ content: string }> }) => ({
			say: `re ${/\d{10}/.exec(messages.at(-1)?.content ?? '')?.[0]}`,
		});
		model.follow(answer, answer, answer);
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
