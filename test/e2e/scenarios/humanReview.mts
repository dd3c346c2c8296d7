import { join } from 'node:path';
import { output, PATIENCE_MS, type Execution } from '../../../demo/n8nRest.mts';
import {
	AGENT,
	agentWorkflow,
	createModelCredential,
	fromAi,
	tool,
} from '../harness/agentWorkflow.mts';
import { fetchLink, lastMessage, post } from '../harness/askWorkflow.mts';
import { waits } from '../harness/byHand.mts';
import { carriedOut, chosen } from '../harness/byHand.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { openChromium } from '../../../scripts/chromium.mts';
import { startScriptedModel, type ScriptedTurn } from '../../../demo/scriptedModel.mts';
import { createTextMeCredential, node } from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const BOSS = '0502222222';
const CUSTOMER = '0501111111';
/** With marks that would reverse the text. */
const TURNED = 'Your order \u202Eis late\u202C';

interface Case {
	message?: string;
	options?: Record<string, unknown>;
	/** Whether all other fields keep n8n's defaults. */
	isUntouched?: boolean;
}

/** A folder for pictures of the page; optional. */
const { TEXTME_PAGE_PICTURES: pictures } = process.env;

async function tap(link: string, button: string) {
	const browser = await openChromium();
	try {
		const page = await browser.newPage({ viewport: { width: 375, height: 667 } });
		page.setDefaultTimeout(PATIENCE_MS);
		await page.goto(link);
		if (pictures) await page.screenshot({ path: join(pictures, `review-${button}.png`) });
		await page.getByRole('button', { name: button, exact: true }).click();
		await page.locator('.mark').waitFor();
	} finally {
		await browser.close();
	}
}

/** An agent that may text a customer after its boss approves by link. */
await sharedScenario(async ({ rest, sandbox }) => {
	const model = await startScriptedModel();
	try {
		const credential = await createTextMeCredential(rest, sandbox);
		const source = chosen('TextMe');
		const send = tool('Text the customer', credential, {
			resource: 'sms',
			operation: 'send',
			source,
			phones: CUSTOMER,
			message: fromAi('message'),
		});
		const message =
			'=The agent wants to run {{ $tool.name }} with {{ JSON.stringify($tool.parameters) }}';
		const review = ({ options = {}, isUntouched }: Case) =>
			node(
				'Ask the boss',
				'n8n-nodes-textme.textMeHitlTool',
				{ source, phone: BOSS, ...(!isUntouched && { message }), options },
				{ credentials: { textMeApi: credential } },
			);
		const modelCredential = await createModelCredential(rest, model);

		async function workflowWith(asked: Case): Promise<string> {
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
			return workflow.id;
		}

		const calls =
			(message: string): ScriptedTurn =>
			({ tools = [] }) => ({
				calls: [
					{
						tool: tools[0]?.function.name ?? '',
						with: { toolParameters: { message }, hitlParameters: {} },
					},
				],
			});
		const says: ScriptedTurn = ({ messages }) => ({ say: String(messages.at(-1)?.content) });

		async function start({ message = TURNED, ...asked }: Case): Promise<string> {
			sandbox.reset();
			const workflowId = await workflowWith(asked);
			model.follow(calls(message), says);
			return (await rest.run(workflowId, 'Start')).executionId;
		}

		/** An agent that asks again after it was declined. */
		async function askedAgain() {
			const executionId = await start({ isUntouched: true, message: 'First' });
			await waits(rest, executionId);
			model.follow(calls('Second'), says);
			await post(lastMessage(sandbox, BOSS).link, { decision: 'decline' });
			await until(() => sandbox.messages({ phone: BOSS }).length > 1);
			await waits(rest, executionId);
			const { text, link } = lastMessage(sandbox, BOSS);
			await post(link, { decision: 'confirm' });
			await rest.ended(executionId);
			const sent = sandbox.messages({ phone: CUSTOMER }).map((message) => message.text);
			return { text: text.replace(link, 'LINK'), sent };
		}

		async function run(answer: (link: string) => Promise<unknown>, asked: Case = {}) {
			const executionId = await start(asked);
			await waits(rest, executionId);
			const { text, link } = lastMessage(sandbox, BOSS);
			const before = sandbox.messages({ phone: CUSTOMER }).length;
			const page = link && (await fetchLink(link));
			const pageText = link && (await (await fetch(link)).text());
			const shown = /<p class="text"[^>]*>([^<]*)/.exec(pageText)?.[1];
			await answer(link);
			const execution: Execution = await rest.ended(executionId);
			return {
				text: text.replace(link, 'LINK'),
				page,
				shown,
				before,
				customer: sandbox.messages({ phone: CUSTOMER }).map((message) => message.text),
				boss: sandbox.messages({ phone: BOSS }).length,
				status: execution.status,
				said: output(execution, AGENT)[0]?.output,
			};
		}

		/** The operation itself as a tool of an agent that runs its tools inside its own node. */
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
			const { status } = await carriedOut(rest, agent);
			return { status, texts: sandbox.messages().length, told: model.results().join('') };
		}

		return {
			insideAgent: await askInsideAgent(),
			askedAgain: await askedAgain(),
			untouched: await run((link) => tap(link, 'Approve'), { isUntouched: true }),
			approved: await run((link) => post(link, { decision: 'confirm' })),
			declined: await run((link) => post(link, { decision: 'decline' })),
			silent: await run(() => Promise.resolve(), {
				options: {
					limitWaitTime: {
						values: { limitType: 'afterTimeInterval', resumeAmount: 0.5, resumeUnit: 'minutes' },
					},
				},
			}),
		};
	} finally {
		await model.close();
	}
});
