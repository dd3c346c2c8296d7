import type {
	ExecuteWorkflowData,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	IWorkflowBase,
	IWorkflowSettings,
} from 'n8n-workflow';

/** What the watcher node does in a sub-execution: see its `supervise`, `look`, `result` and `ask`. */
export type Step = 'supervise' | 'look' | 'result' | 'ask';

/** The kinds of sub-executions, by their first step: what an error in it does, and the step of the last node. */
const WORKFLOWS = {
	// A look that was cut off comes back like any other.
	supervise: { onError: 'continueRegularOutput', last: 'result', operation: undefined },
	look: { onError: 'stopWorkflow', last: undefined, operation: undefined },
	// n8n checks links like those to the calling node: by this operation, and by the node's ID, which the length of a text counts.
	ask: { onError: 'stopWorkflow', last: undefined, operation: 'sendAndWait' },
} as const;

/**
 * Runs a step of the watcher as a sub-execution. The calling execution waits for its end: the output of the sub-execution then
 * replaces what the calling node returned. All of them wait in n8n's database and hold neither memory nor a place to run.
 */
export async function runStep(
	context: IExecuteFunctions,
	step: keyof typeof WORKFLOWS,
	json: IDataObject,
): Promise<ExecuteWorkflowData> {
	return await context.executeWorkflow({ code: workflowOf(context, step) }, [{ json }], undefined, {
		parentExecution: {
			executionId: context.getExecutionId(),
			workflowId: String(context.getWorkflow().id),
			shouldResume: true,
		},
		executionMode: context.getMode(),
	});
}

/**
 * Whether n8n keeps executions that have ended is the user's choice: those of a wait hold phone numbers. One that was cut off
 * is kept, because n8n wakes the execution that waits for it only while it is there.
 */
function savedAs(context: IExecuteFunctions): IWorkflowSettings {
	const { saveDataSuccessExecution } = context.getWorkflowSettings();
	return { saveDataSuccessExecution, saveDataErrorExecution: 'all' };
}

/** A trigger that hands on, the watcher, which leads back to itself, and a last node with the result. */
function workflowOf(context: IExecuteFunctions, step: keyof typeof WORKFLOWS): IWorkflowBase {
	const { id, type, credentials } = context.getNode();
	const [packageName] = type.split('.');
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
	const watcher = (name: string, x: number, parameters: INodeParameters, more: object = {}) =>
		node(name, `${packageName}.textMeWatcher`, 1, x, { parameters, credentials, ...more });
	const { onError, last, operation } = WORKFLOWS[step];
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	return {
		name: 'TextMe Watcher',
		nodes: [
			node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, 0, {
				parameters: { inputSource: 'passthrough' },
			}),
			watcher('Watcher', 200, { step, operation }, { onError, ...(operation && { id }) }),
			last ? watcher('Done', 400, { step: last }) : node('Done', 'n8n-nodes-base.noOp', 1, 400),
		],
		connections: {
			Start: { main: [to('Watcher')] },
			Watcher: { main: [to('Watcher'), to('Done')] },
		},
		settings: {
			executionOrder: 'v1',
			// n8n takes this for a workflow of its own, and asks whether the calling one may call it.
			callerPolicy: 'workflowsFromAList',
			callerIds: String(context.getWorkflow().id),
			...savedAs(context),
		},
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
	} as unknown as IWorkflowBase;
}
