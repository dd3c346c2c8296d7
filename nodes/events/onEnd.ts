import type { IExecuteFunctions, IRun } from 'n8n-workflow';

type Handler = (run: IRun) => Promise<void>;

/** What n8n hands its own code, but does not declare for nodes. */
interface Hooks {
	addHandler?: (name: 'workflowExecuteAfter', handler: Handler) => void;
	handlers?: { workflowExecuteAfter?: Handler[] };
}

/** A waiting execution is stored and goes on by itself. */
const WENT_WELL = ['success', 'waiting'];

/**
 * Runs `handler` when the execution has ended, before the answer to the service goes out; at once, as not known to have gone
 * well, where n8n does not tell of the end. n8n 2.41 declares `onExecutionFinish` for nodes, which says neither how the
 * execution ended nor that it was put to wait, and which runs after the execution is stored: killed in between, n8n would
 * run the event twice. So n8n's own hooks are used (1.79 and later).
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
			logger.warn('TextMe could not note which events are done', { error }),
		);
	};
	const after: Handler = async ({ status }) => await end(WENT_WELL.includes(status));
	const handlers = hooks.handlers?.workflowExecuteAfter;
	if (Array.isArray(handlers)) handlers.unshift(after);
	else hooks.addHandler('workflowExecuteAfter', after);
	// Stopped by hand: n8n leaves its hooks out then.
	context.onExecutionCancellation(() => void end(false));
}
