import type {
	ExecuteWorkflowData,
	IExecuteFunctions,
	IWorkflowBase,
	IWorkflowSettings,
} from 'n8n-workflow';

/** The steps of the watcher node, and what an error does. If a look is cut off, its error becomes its output. */
const ON_ERROR = { supervise: 'continueRegularOutput', look: 'stopWorkflow' } as const;

export type Step = keyof typeof ON_ERROR;

/**
 * Runs a step of the watcher as a sub-execution. The calling execution waits; the sub-execution's output then replaces the
 * output of the calling node. n8n keeps waiting executions only in its database: they use no memory and do not count as
 * running.
 */
export async function runStep(
	context: IExecuteFunctions,
	step: Step,
	input: object,
): Promise<ExecuteWorkflowData> {
	const caller = context.getExecutionId();
	return await context.executeWorkflow(
		{ code: workflowOf(context, step) },
		[{ json: { ...input } }],
		undefined,
		{
			parentExecution: {
				executionId: caller,
				workflowId: String(context.getWorkflow().id),
				shouldResume: true,
			},
			executionMode: context.getMode(),
		},
	);
}

const WATCHER = 'TextMe Watcher';

/** Names the node that waits. A look keeps the name of the execution that started it. */
function nameOf(context: IExecuteFunctions): string {
	const { name = '' } = context.getWorkflow();
	return name.startsWith(WATCHER) ? name : `${WATCHER} of “${context.getNode().name}” in “${name}”`;
}

const noteOf = (name: string) => `### ${name}
A TextMe node that waits has started this execution. It ends by itself, and the workflow then continues.

**There is nothing to do here.**`;

/**
 * The user's setting decides whether n8n keeps finished executions, because those of a wait contain phone numbers. An execution
 * that was cut off is always kept, because otherwise n8n would not wake the one that waits for it.
 */
function settingsOf(context: IExecuteFunctions): IWorkflowSettings {
	const { saveDataSuccessExecution } = context.getWorkflowSettings();
	return {
		executionOrder: 'v1',
		// n8n treats this as a separate workflow, which must allow its caller.
		callerPolicy: 'workflowsFromAList',
		callerIds: String(context.getWorkflow().id),
		saveDataSuccessExecution,
		saveDataErrorExecution: 'all',
	};
}

/** A trigger that passes its input on, the watcher in a loop, a last node, and a note. */
function workflowOf(context: IExecuteFunctions, step: Step): IWorkflowBase {
	const { type, credentials } = context.getNode();
	const [packageName] = type.split('.');
	const name = nameOf(context);
	const watcher = { parameters: { step }, credentials, onError: ON_ERROR[step] };
	const note = {
		position: [0, -240],
		parameters: { content: noteOf(name), width: 520, height: 180 },
	};
	const nodes: Array<[name: string, type: string, typeVersion: number, more?: object]> = [
		[
			'Start',
			'n8n-nodes-base.executeWorkflowTrigger',
			1.1,
			{ parameters: { inputSource: 'passthrough' } },
		],
		['Watcher', `${packageName}.textMeWatcher`, 1, watcher],
		['Done', 'n8n-nodes-base.noOp', 1],
		['Note', 'n8n-nodes-base.stickyNote', 1, note],
	];
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	return {
		name,
		nodes: nodes.map(([id, type, typeVersion, more], place) => ({
			...{ id, name: id, type, typeVersion, position: [200 * place, 0], parameters: {} },
			...more,
		})),
		connections: {
			Start: { main: [to('Watcher')] },
			Watcher: { main: [to('Watcher'), to('Done')] },
		},
		settings: settingsOf(context),
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
	} as unknown as IWorkflowBase;
}
