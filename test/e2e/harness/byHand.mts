// Workflows with the TextMe node and a manual trigger.
import type { Execution, N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { node, workflowOf } from './triggerWorkflow.mts';

type Node = WorkflowFile['nodes'][number];

export type Credential = { id: string; name: string };

export const START = 'Start';

/** A resource locator in the mode By Value, as an expression sets it. */
export const chosen = (value: string) => ({ __rl: true, mode: 'id', value });

/** The TextMe node; the default sender is `TextMe`. */
export const textMe = (
	name: string,
	credential: Credential,
	parameters: Record<string, unknown> = {},
	more: Partial<Node> = {},
): Node =>
	node(
		name,
		'n8n-nodes-textme.textMe',
		{ source: chosen('TextMe'), ...parameters },
		{ credentials: { textMeApi: credential }, ...more },
	);

export const limitWait = (minutes: number) => ({
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: minutes, resumeUnit: 'minutes' },
	},
});

export const goOn = node('Go on', 'n8n-nodes-base.noOp');

/** A manual trigger that outputs these items, and a row of nodes after it. */
export const byHand = (
	name: string,
	row: Node[],
	items: Array<Record<string, unknown>> = [{}],
): WorkflowFile => ({
	...workflowOf(name, [node(START, 'n8n-nodes-base.manualTrigger')], row),
	pinData: { [START]: items.map((json) => ({ json })) },
});

export async function started(rest: N8nRest, workflow: WorkflowFile) {
	const { id: workflowId } = await rest.createWorkflow(workflow);
	const { executionId } = await rest.run(workflowId, START);
	return { executionId, workflowId };
}

export async function begun(rest: N8nRest, workflow: WorkflowFile): Promise<string> {
	const { executionId } = await started(rest, workflow);
	await waits(rest, executionId);
	return executionId;
}

export async function carriedOut(rest: N8nRest, workflow: WorkflowFile): Promise<Execution> {
	const { executionId } = await started(rest, workflow);
	return await rest.ended(executionId);
}

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
