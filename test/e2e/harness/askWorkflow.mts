import type { Execution, N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import { output } from '../../../demo/n8nRest.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import { node, workflowOf } from './triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const START = 'Start';
const AFTER = 'Go on';

/** Would end an expression if the node did not escape its own name. */
export const ASK_NODE = 'Ask "them" }}';

export type Credential = { id: string; name: string };

export const askNode = (credential: Credential, parameters: Record<string, unknown>) =>
	node(
		ASK_NODE,
		'n8n-nodes-textme.textMe',
		{
			resource: 'sms',
			operation: 'sendAndWait',
			source: { __rl: true, mode: 'id', value: 'TextMe' },
			responseType: 'approval',
			approvalType: 'double',
			...parameters,
			options: { shortenLink: false, ...(parameters.options as object | undefined) },
		},
		{ id: '2f4d1f5e-6a52-4c8f-9d0c-5b8f1f3c7a10', credentials: { textMeApi: credential } },
	);

/** A workflow that asks the person of its input item. */
export const askWorkflow = (
	credential: Credential,
	phone: string,
	parameters: Record<string, unknown>,
): WorkflowFile => ({
	...workflowOf(
		`Ask ${phone}`,
		[node(START, 'n8n-nodes-base.manualTrigger')],
		[
			askNode(credential, { phone: '={{ $json.phone }}', ...parameters }),
			node(AFTER, 'n8n-nodes-base.noOp'),
		],
	),
	pinData: { [START]: [{ json: { phone } }] },
});

/** A question that reached a phone, in an execution that waits for the answer. */
export interface Asked {
	executionId: string;
	phone: string;
	text: string;
	link: string;
}

export async function ask(rest: N8nRest, sandbox: Sandbox, workflow: WorkflowFile): Promise<Asked> {
	const { id } = await rest.createWorkflow(workflow);
	const { executionId } = await rest.run(id, START);
	const phone = String(workflow.pinData?.[START]?.[0]?.json.phone);
	await waits(rest, executionId);
	return { executionId, ...lastMessage(sandbox, phone) };
}

/** The latest text on a phone, and the link in it. */
export function lastMessage(sandbox: Sandbox, phone: string) {
	const { text = '' } = sandbox.messages({ phone }).at(-1) ?? {};
	return { phone, text, link: /https?:\S+/.exec(text)?.[0] ?? '' };
}

/** Waits until an execution waits. */
export async function waits(rest: N8nRest, executionId: string): Promise<Execution> {
	return await until(async () => {
		const execution = await rest.execution(executionId);
		if (execution.status === 'waiting') return execution;
		if (['new', 'running'].includes(execution.status)) return undefined;
		throw new Error(
			`Execution ${executionId} does not wait: ${JSON.stringify(execution.data.resultData.error)}`,
		);
	});
}

export interface PageSeen {
	status: number;
	/** Text of the page's heading, or the whole response when it is no page. */
	heading: string;
}

async function seen(response: Response): Promise<PageSeen> {
	const text = await response.text();
	return { status: response.status, heading: /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? text };
}

/** Fetches a link, like a browser, a preview or a scanner. */
export const fetchLink = async (link: string, request: RequestInit = {}) =>
	await seen(await fetch(link, request));

/** Sends the form of the page. */
export const post = async (link: string, form: Record<string, string>) =>
	await fetchLink(link, { method: 'POST', body: new URLSearchParams(form) });

/** The status of an execution that has ended, and the outcome of its question. */
export async function result(rest: N8nRest, { executionId }: Pick<Asked, 'executionId'>) {
	const execution = await rest.ended(executionId);
	const [{ data, outcome, phone } = {}, ...more] = output(execution, AFTER);
	return { status: execution.status, data, outcome, phone, more: more.length };
}
