import type { IExecuteFunctions, IRun } from 'n8n-workflow';

/** n8n's own hooks, which it does not declare for nodes: those it declares do not tell how an execution ended. */
interface Hooks {
	addHandler: (name: 'workflowExecuteAfter', handler: (run: IRun) => Promise<void>) => void;
}

/** n8n stores a waiting execution, which later continues by itself. */
const WENT_WELL = ['success', 'waiting'];

/** Calls `handler` when the execution has failed or was stopped, before the service gets its answer. */
export function onFailure(context: IExecuteFunctions, handler: () => Promise<void>): void {
	const { additionalData, logger } = context as unknown as IExecuteFunctions & {
		additionalData: { hooks?: Hooks };
	};
	const failed = async () =>
		await handler().catch((error: unknown) =>
			logger.warn('TextMe could not give events back', { error }),
		);
	additionalData.hooks?.addHandler('workflowExecuteAfter', async ({ status }) => {
		if (!WENT_WELL.includes(status)) await failed();
	});
	// n8n calls no hooks when a person stops the execution.
	context.onExecutionCancellation(() => void failed());
}
