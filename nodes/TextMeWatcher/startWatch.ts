import type { IExecuteFunctions, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';

import { hint } from '../TextMe/hint';
import type { Findings, Watch } from './watch';
import { subjectOf } from './watch';
import { watchedOutput } from './watchedOutput';

const NOTHING: Findings = { states: {}, questions: {} };

/**
 * Lets n8n run the watcher as a sub-execution and the calling node's execution wait for its end: what the watcher puts out
 * then takes the place of what is returned here. Both executions wait in n8n's database and hold nothing else.
 */
export async function startWatch(
	context: IExecuteFunctions,
	watch: Watch,
): Promise<INodeExecutionData[]> {
	const execution = context.getExecuteData();
	const item = { json: { ...watch } };
	try {
		await context.executeWorkflow({ code: watchWorkflow(context) }, [item], undefined, {
			parentExecution: {
				executionId: context.getExecutionId(),
				workflowId: String(context.getWorkflow().id),
				shouldResume: true,
			},
			executionMode: context.getMode(),
		});
	} catch (error) {
		// The messages are sent: whatever stands in the way of the wait must not make them look as if they were not.
		const { message } = error as Error;
		const trouble = `${subjectOf(watch)} could not be waited for: ${message}`;
		hint(context, trouble);
		return watchedOutput(watch, { ...NOTHING, trouble }, watch.since);
	}
	const output = watchedOutput(watch, NOTHING, watch.since);
	// What n8n passes on when it goes on without the watcher's result, as when a person retries a wait that was stopped.
	execution.data = { ...execution.data, main: [output] };
	// Nothing that fails: "Retry On Fail" would begin a second watch.
	return output.filter(({ json }) => json.error === undefined);
}

/** A trigger that hands on, the watcher, which leads back to itself, and a last node with the result. */
function watchWorkflow(context: IExecuteFunctions): IWorkflowBase {
	const { type, credentials } = context.getNode();
	const node = (
		name: string,
		nodeType: string,
		typeVersion: number,
		x: number,
		more: object = {},
	) => ({
		id: name,
		name,
		type: nodeType,
		typeVersion,
		position: [x, 0] as [number, number],
		parameters: {},
		...more,
	});
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	return {
		name: 'TextMe Watcher',
		nodes: [
			node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, 0, {
				parameters: { inputSource: 'passthrough' },
			}),
			node('Watcher', `${type}Watcher`, 1, 200, { credentials }),
			node('Done', 'n8n-nodes-base.noOp', 1, 400),
		],
		connections: {
			Start: { main: [to('Watcher')] },
			Watcher: { main: [to('Watcher'), to('Done')] },
		},
		// Whom this workflow lets call it is no matter of a part of itself. The result is needed after a restart.
		settings: { executionOrder: 'v1', callerPolicy: 'any', saveDataSuccessExecution: 'all' },
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
	} as unknown as IWorkflowBase;
}
