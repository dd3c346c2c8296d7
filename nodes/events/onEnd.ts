import type { IExecuteFunctions, IRun } from 'n8n-workflow';

type Handler = (run: IRun) => Promise<void>;

/** n8n's own hooks, which it does not declare for nodes. */
interface Hooks {
	addHandler?: (name: 'workflowExecuteAfter', handler: Handler) => void;
	handlers?: { workflowExecuteAfter?: Handler[] };
}

/** A waiting execution is stored and goes on by itself. */
const WENT_WELL = ['success', 'waiting'];

/**
 * Calls `handler` when the execution has ended, before the service gets its answer. Where n8n has no hooks (before 1.79), it
 * calls `handler` at once, with `false`.
 *
 * n8n 2.41 declares `onExecutionFinish` for nodes. It cannot replace the hooks: it does not tell how the execution ended, or
 * that it waits, and it runs after n8n has stored the execution. If n8n were killed in between, the event would run twice.
 */
export async function onEnd(
	context: IExecuteFunctions,
	handler: (succeeded: boolean) => Promise<void>,
): Promise<void> {
	const { additionalData, logger } = context as unknown as IExecuteFunctions & {
		additionalData?: { hooks?: Hooks };
	};
	const hooks = additionalData?.hooks;
	if (typeof hooks?.addHandler !== 'function') return await handler(false);
	let hasEnded = false;
	const end = async (succeeded: boolean) => {
		if (hasEnded) return;
		hasEnded = true;
		await handler(succeeded).catch((error: unknown) =>
			logger.warn('TextMe could not give events back', { error }),
		);
	};
	const after: Handler = async ({ status }) => await end(WENT_WELL.includes(status));
	const handlers = hooks.handlers?.workflowExecuteAfter;
	if (Array.isArray(handlers)) handlers.unshift(after);
	else hooks.addHandler('workflowExecuteAfter', after);
	// n8n calls no hooks when a person stops the execution.
	context.onExecutionCancellation(() => void end(false));
}
