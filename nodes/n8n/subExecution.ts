import type { ExecuteWorkflowData, IExecuteFunctions, IWorkflowBase } from 'n8n-workflow';

/** The steps of the watcher node, and what an error does. If a look is cut off, its error becomes its output. */
const ON_ERROR = { supervise: 'continueRegularOutput', look: 'stopWorkflow' } as const;

export type Step = keyof typeof ON_ERROR;

/**
 * Runs a step of the watcher as a sub-execution. The calling execution waits; the sub-execution's output then replaces the output of
 * the calling node. n8n keeps waiting executions only in its database: they use no memory and do not count as running.
 * n8n 2.41.1 takes a workflow that nobody has saved, and wakes its caller (`workflow-helpers.ts`). If not, the wait fails at its start,
 * after the questions went out, and says so; or the caller waits for ever.
 */
export async function runStep(
	context: IExecuteFunctions,
	step: Step,
	input: object,
): Promise<ExecuteWorkflowData> {
	const executionId = context.getExecutionId();
	const workflowId = String(context.getWorkflow().id);
	return await context.executeWorkflow(
		{ code: workflowOf(context, step) },
		[{ json: { ...input } }],
		undefined,
		{
			parentExecution: { executionId, workflowId, shouldResume: true },
			executionMode: context.getMode(),
		},
	);
}

/**
 * Milliseconds that n8n may take to start. During the start it resumes its waiting executions, and a look that ends may fail to
 * wake its caller. n8n tries again a minute later, but only if it keeps finished executions.
 */
const MAX_START = 60_000;

/** Milliseconds until n8n has certainly started; 0 or less if it has, or if it keeps finished executions. */
export function untilStarted(context: IExecuteFunctions): number {
	const { saveDataSuccessExecution } = context.getWorkflowSettings();
	return saveDataSuccessExecution === 'none' ? MAX_START - performance.now() : 0;
}

const WATCHER = 'TextMe Watcher';

/** A trigger that passes its input on, the watcher in a loop, a last node, and a note. */
function workflowOf(context: IExecuteFunctions, step: Step): IWorkflowBase {
	const { type, credentials, name: caller } = context.getNode();
	const { id, name: workflow = '' } = context.getWorkflow();
	// A look keeps the name of the execution that started it, which names the node that waits.
	const name = workflow.startsWith(WATCHER)
		? workflow
		: `${WATCHER} of “${caller}” in “${workflow}”`;
	const content = `### ${name}
A TextMe node that waits has started this execution. It ends by itself, and the workflow then continues.

**There is nothing to do here.**`;
	const node = (called: string, of: string, typeVersion: number, x: number, more = {}) => {
		return {
			id: called,
			name: called,
			type: of,
			typeVersion,
			position: [x, 0],
			parameters: {},
			...more,
		};
	};
	const to = (called: string) => [{ node: called, type: 'main' as const, index: 0 }];
	return {
		name,
		nodes: [
			node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, 0, {
				parameters: { inputSource: 'passthrough' },
			}),
			node('Watcher', `${type.split('.', 1)[0]}.textMeWatcher`, 1, 200, {
				...{ parameters: { step }, credentials, onError: ON_ERROR[step] },
			}),
			node('Done', 'n8n-nodes-base.noOp', 1, 400),
			node('Note', 'n8n-nodes-base.stickyNote', 1, 0, {
				position: [0, -240],
				parameters: { content, width: 520, height: 180 },
			}),
		],
		connections: {
			Start: { main: [to('Watcher')] },
			Watcher: { main: [to('Watcher'), to('Done')] },
		},
		settings: {
			executionOrder: 'v1',
			// n8n treats this as a separate workflow, which must allow its caller.
			callerPolicy: 'workflowsFromAList',
			callerIds: String(id),
			// The user's setting decides whether n8n keeps finished executions, because those of a wait contain phone numbers. One
			// that was cut off is always kept: otherwise n8n would not wake the one that waits for it.
			saveDataSuccessExecution: context.getWorkflowSettings().saveDataSuccessExecution,
			saveDataErrorExecution: 'all',
		},
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
	} as unknown as IWorkflowBase;
}
