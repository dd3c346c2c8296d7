import { output, type N8nRest, type WorkflowFile } from '../../../demo/n8nRest.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import { begun, byHand, goOn, START, textMe, type Credential } from './byHand.mts';

/** This name would end an expression if the node did not escape it. */
export const ASK_NODE = 'Ask "them" }}';

export const askNode = (credential: Credential, parameters: Record<string, unknown>) =>
	textMe(
		ASK_NODE,
		credential,
		{
			resource: 'sms',
			operation: 'sendAndWait',
			responseType: 'approval',
			approvalType: 'double',
			...parameters,
			options: { shortenLink: false, ...(parameters.options as object | undefined) },
		},
		{ id: '2f4d1f5e-6a52-4c8f-9d0c-5b8f1f3c7a10' },
	);

export const askWorkflow = (
	credential: Credential,
	phone: string,
	parameters: Record<string, unknown>,
): WorkflowFile =>
	byHand(
		`Ask ${phone}`,
		[askNode(credential, { phones: '={{ $json.phone }}', ...parameters }), goOn],
		[{ phone }],
	);

/** A question on a phone, and the execution that waits for the answer. */
export interface Asked {
	executionId: string;
	phone: string;
	text: string;
	link: string;
}

export async function ask(rest: N8nRest, sandbox: Sandbox, workflow: WorkflowFile): Promise<Asked> {
	const executionId = await begun(rest, workflow);
	const phone = String(workflow.pinData?.[START]?.[0]?.json.phone);
	return { executionId, ...lastMessage(sandbox, phone) };
}

export function lastMessage(sandbox: Sandbox, phone: string) {
	const { text = '' } = sandbox.messages({ phone }).at(-1) ?? {};
	return { phone, text, link: /https?:\S+/.exec(text)?.[0] ?? '' };
}

async function seen(response: Response) {
	const text = await response.text();
	// The page's heading, or the whole response if it is no page.
	return { status: response.status, heading: /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? text };
}

/** Fetches a link, like a browser, a preview or a scanner. */
export const fetchLink = async (link: string, request: RequestInit = {}) =>
	await seen(await fetch(link, request));

export const post = async (link: string, form: Record<string, string>) =>
	await fetchLink(link, { method: 'POST', body: new URLSearchParams(form) });

/** Waits until an execution has ended. Returns its status and its question's outcome; `more` counts further items. */
export async function result(rest: N8nRest, { executionId }: Pick<Asked, 'executionId'>) {
	const execution = await rest.ended(executionId);
	const [{ data, outcome, phone } = {}, ...more] = output(execution, goOn.name);
	return { status: execution.status, data, outcome, phone, more: more.length };
}
