import type { N8nRest, WorkflowFile } from '../../demo/n8nRest.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { textMe as nodeOf, type Credential } from '../e2e/harness/byHand.mts';
import {
	activated,
	createTextMeCredential,
	node,
	pollTrigger,
	pushTrigger,
	webhookNode,
	workflowOf,
} from '../e2e/harness/triggerWorkflow.mts';

const EVERY_MINUTE = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

export const PATHS = { send: 'send', bulk: 'bulk', report: 'report', push: 'push' } as const;

type Node = WorkflowFile['nodes'][number];

const then = node('Then', 'n8n-nodes-base.noOp');

/** Workflows that text, send batches, read reports, take pushes and poll. */
export async function createWorkflows(rest: N8nRest, sandbox: Sandbox): Promise<void> {
	const credential = await createTextMeCredential(rest, sandbox);
	for (const [name, [trigger, ...row]] of Object.entries(workflowsWith(credential))) {
		if (!trigger) throw new Error(`${name} has no trigger.`);
		// Does not keep successful executions, as an n8n under load should not.
		const settings = { saveDataSuccessExecution: 'none' };
		await activated(rest, workflowOf(name, [trigger], [...row, then], settings));
	}
}

function workflowsWith(credential: Credential): Record<string, Node[]> {
	const textMe = (parameters: Record<string, unknown>) => nodeOf('TextMe', credential, parameters);
	return {
		[PATHS.send]: [
			webhookNode(PATHS.send),
			textMe({ phones: '={{ $json.body.phone }}', message: '={{ $json.body.text }}' }),
		],
		[PATHS.bulk]: [
			webhookNode(PATHS.bulk),
			node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.messages', options: {} }),
			textMe({ operation: 'sendBulk', phones: '={{ $json.phone }}', message: '={{ $json.text }}' }),
		],
		[PATHS.report]: [
			webhookNode(PATHS.report),
			textMe({ resource: 'report', operation: 'getByDate' }),
		],
		[PATHS.push]: [pushTrigger(PATHS.push)],
		polling: [pollTrigger(credential, { events: ['incomingMessage'], ...EVERY_MINUTE })],
	};
}
