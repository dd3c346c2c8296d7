import { output, type Execution } from '../../../demo/n8nRest.mts';
import {
	AGENT,
	agentWorkflow,
	createModelCredential,
	fromAi,
	runAgent,
	tool,
} from '../harness/agentWorkflow.mts';
import type { FaultSpec } from '../../../sandbox/wire/faults.mts';
import { fetchLink, lastMessage, post, waits } from '../harness/askWorkflow.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { startScriptedModel } from '../../../demo/scriptedModel.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';

const BOSS = '0502222222';
const CUSTOMER = '0501111111';
/** With marks that would turn the text around. */
const TURNED = 'Your order \u202Eis late\u202C';

/** More than fits in a text. */
const LONG = `Dear customer, ${'your order is late. '.repeat(60)}Sorry!`;

interface Case {
	/** What the agent wants to text. */
	message?: string;
	phone?: string;
	options?: Record<string, unknown>;
	/** More fields of the review. */
	more?: Record<string, unknown>;
	faults?: FaultSpec[];
}

/** An agent that may text a customer once its boss has approved by link. */
await sharedScenario(async ({ rest, sandbox }) => {
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
		const review = ({ options = {}, phone = BOSS, more = {} }: Case) =>
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
					...more,
				},
				{ credentials: { textMeApi: credential } },
			);
		const modelCredential = await createModelCredential(rest, model);

		async function start({ faults = [], message = TURNED, ...asked }: Case): Promise<string> {
			sandbox.reset();
			for (const fault of faults) sandbox.addFault(fault);
			const agent = agentWorkflow(modelCredential, [send]);
			const workflow = await rest.createWorkflow({
				...agent,
				nodes: [...agent.nodes, review(asked)],
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
							with: { toolParameters: { message }, hitlParameters: {} },
						},
					],
				}),
				({ messages }) => ({ say: String(messages.at(-1)?.content) }),
			);
			return (await rest.run(workflow.id, 'Start')).executionId;
		}

		/** A question that cannot be asked. */
		async function unasked(asked: Case) {
			const execution = await rest.ended(await start(asked));
			const [{ output: said } = {}] = output(execution, AGENT);
			return { status: execution.status, texts: sandbox.messages().length, said };
		}

		async function run(answer: (link: string) => Promise<unknown>, asked: Case = {}) {
			const executionId = await start(asked);
			await waits(rest, executionId);
			const { text, link } = lastMessage(sandbox, BOSS);
			const before = sandbox.messages({ phone: CUSTOMER }).length;
			const page = link && (await fetchLink(link));
			const pageText = link && (await (await fetch(link)).text());
			await answer(link);
			const execution: Execution = await rest.ended(executionId);
			return {
				text: text.replace(link, 'LINK'),
				page,
				showsAll: pageText.includes((asked.message ?? '').slice(-100)),
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
			unasked: {
				'no number': await unasked({ phone: '12' }),
				'no credit': await unasked({ faults: [{ kind: 'noCredit', root: 'sms' }] }),
				'a sender that is not verified': await unasked({
					faults: [{ kind: 'senderNotVerified', root: 'sms' }],
				}),
				'an outage': await unasked({ faults: [{ kind: 'httpStatus', root: 'sms', status: 503 }] }),
				'a long input and no page': await unasked({
					message: LONG,
					more: { answerBy: 'smsReply', source: sandbox.account.number },
				}),
			},
			long: await run((link) => post(link, { decision: 'confirm' }), { message: LONG }),
			reason: await run((link) => post(link, { decision: 'decline', reason: 'Call her' })),
			approved: await run((link) => post(link, { decision: 'confirm' })),
			declined: await run((link) => post(link, { decision: 'decline' })),
			silent: await run(() => Promise.resolve(), {
				options: {
					limitWaitTime: {
						values: { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' },
					},
				},
			}),
		};
	} finally {
		await model.close();
	}
});
