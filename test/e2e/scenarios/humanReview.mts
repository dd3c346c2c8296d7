import { output, type Execution } from '../../../demo/n8nRest.mts';
import {
	AGENT,
	agentWorkflow,
	createModelCredential,
	fromAi,
	runAgent,
	tool,
} from '../harness/agentWorkflow.mts';
import { fetchLink, lastMessage, post, waits } from '../harness/askWorkflow.mts';
import { scenario } from '../harness/realN8n.mts';
import { startScriptedModel } from '../harness/scriptedModel.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';

const BOSS = '0502222222';
const CUSTOMER = '0501111111';
const TURNED = 'Your order \u202Eis late\u202C';

/** An agent that may text a customer once its boss has approved by link. */
await scenario(async ({ rest, sandbox }) => {
	const model = await startScriptedModel();
	try {
		const credential = await createTextMeCredential(rest, sandbox);
		const source = { __rl: true, mode: 'id', value: 'TextMe' };
		const send = tool('Text the customer', credential, {
			resource: 'sms',
			operation: 'send',
			source,
			phones: CUSTOMER,
			message: fromAi('message'),
		});
		const review = (options: Record<string, unknown>, phone = BOSS) =>
			node(
				'Ask the boss',
				'n8n-nodes-textme.textMeHitlTool',
				{
					source,
					phone,
					message:
						'=The agent wants to run {{ $tool.name }} with {{ JSON.stringify($tool.parameters) }}',
					approvalType: 'double',
					options: { shortenLink: false, ...options },
				},
				{ credentials: { textMeApi: credential } },
			);
		const modelCredential = await createModelCredential(rest, model);

		async function start(options: Record<string, unknown>, phone?: string): Promise<string> {
			sandbox.reset();
			const agent = agentWorkflow(modelCredential, [send]);
			const workflow = await rest.createWorkflow({
				...agent,
				nodes: [...agent.nodes, review(options, phone)],
				connections: {
					...agent.connections,
					[send.name]: { ai_tool: [[{ node: 'Ask the boss', type: 'ai_tool', index: 0 }]] },
					'Ask the boss': { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] },
				},
			});
			model.follow(
				({ tools = [] }) => ({
					calls: [
						{
							tool: tools[0]?.function.name ?? '',
							// With marks that would turn the text around.
							with: { toolParameters: { message: TURNED }, hitlParameters: {} },
						},
					],
				}),
				({ messages }) => ({ say: String(messages.at(-1)?.content) }),
			);
			return (await rest.run(workflow.id, 'Start')).executionId;
		}

		async function unasked() {
			const execution = await rest.ended(await start({}, '12'), 120_000);
			const [{ output: said } = {}] = output(execution, AGENT);
			return { status: execution.status, texts: sandbox.messages().length, said };
		}

		async function run(
			answer: (link: string) => Promise<unknown>,
			options: Record<string, unknown> = {},
		) {
			const executionId = await start(options);
			await waits(rest, executionId);
			const { text, link } = lastMessage(sandbox, BOSS);
			const before = sandbox.messages({ phone: CUSTOMER }).length;
			const page = link && (await fetchLink(link));
			await answer(link);
			const execution: Execution = await rest.ended(executionId, 120_000);
			return {
				text: text.replace(link, 'LINK'),
				page,
				before,
				customer: sandbox.messages({ phone: CUSTOMER }).map((message) => message.text),
				boss: sandbox.messages({ phone: BOSS }).length,
				status: execution.status,
				said: output(execution, AGENT)[0]?.output,
			};
		}

		/** The operation itself as a tool of an agent that calls its tools inside its own node. */
		async function askInsideAgent() {
			sandbox.reset();
			const question = { source, phone: BOSS, message: fromAi('message') };
			const asking = { resource: 'sms', operation: 'sendAndWait', ...question };
			model.follow(
				({ tools = [] }) => ({
					calls: [{ tool: tools[0]?.function.name ?? '', with: { message: 'Approve?' } }],
				}),
				({ messages }) => ({ say: String(messages.at(-1)?.content) }),
			);
			const agent = agentWorkflow(modelCredential, [tool('Ask', credential, asking)], 2.2);
			const { status } = await runAgent(rest, agent);
			return { status, texts: sandbox.messages().length, told: model.results().join('') };
		}

		return {
			insideAgent: await askInsideAgent(),
			unasked: await unasked(),
			approved: await run((link) => post(link, { decision: 'confirm' })),
			declined: await run((link) => post(link, { decision: 'decline' })),
			silent: await run(() => Promise.resolve(), {
				limitWaitTime: {
					values: { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' },
				},
			}),
		};
	} finally {
		await model.close();
	}
});
