import type { IExecuteFunctions, IRun } from 'n8n-workflow';

/** n8n's own hooks, which it does not declare for nodes: those it declares do not tell how an execution ended. */
interface Hooks {
	addHandler: (name: 'workflowExecuteAfter', handler: (run: IRun) => Promise<void>) => void;
}

/** Calls `handler` when the execution has failed or was stopped, before the service gets its answer. */
export function onFailure(context: IExecuteFunctions, handler: () => Promise<void>): void {
	const { additionalData } = context as unknown as { additionalData: { hooks?: Hooks } };
	const warn = (error: unknown) =>
		context.logger.warn('TextMe could not give events back', { error });
	additionalData.hooks?.addHandler('workflowExecuteAfter', async ({ status }) => {
		// A waiting execution later continues by itself.
		if (status !== 'success' && status !== 'waiting') await handler().catch(warn);
	});
	// n8n calls no hooks when a person stops the execution.
	context.onExecutionCancellation(() => void handler().catch(warn));
}
