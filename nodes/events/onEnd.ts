import type { IExecuteFunctions, IRun } from 'n8n-workflow';

/** Registers what is to happen when the execution has ended; it runs before the answer to the service goes out. */
export type Ending = (handler: (succeeded: boolean) => Promise<void>) => void;

type Handler = (run: IRun) => Promise<void>;

/** What n8n hands its own code, but does not declare for nodes. */
interface Hooks {
	addHandler?: (name: 'workflowExecuteAfter', handler: Handler) => void;
	handlers?: { workflowExecuteAfter?: Handler[] };
}

/** Before n8n stores the execution, if possible: killed in between, what was done would be done again. */
function addFirst(hooks: Hooks, handler: Handler): void {
	const handlers = hooks.handlers?.workflowExecuteAfter;
	if (Array.isArray(handlers)) handlers.unshift(handler);
	else hooks.addHandler?.('workflowExecuteAfter', handler);
}

/** A waiting execution is stored and will go on by itself. */
const WENT_WELL = ['success', 'waiting'];

/**
 * How to learn of the end of the execution a node runs in; undefined where n8n does not say. There is no official way:
 * the hooks are n8n's own (1.79 and later), so every step is guarded.
 */
export function onEnd(context: IExecuteFunctions): Ending | undefined {
	const { additionalData } = context as unknown as { additionalData?: { hooks?: Hooks } };
	const hooks = additionalData?.hooks;
	if (typeof hooks?.addHandler !== 'function') return undefined;
	const { logger } = context;
	return (handler) => {
		let ended = false;
		const end = async (succeeded: boolean) => {
			if (ended) return;
			ended = true;
			try {
				await handler(succeeded);
			} catch (error) {
				logger.warn('TextMe could not note which events are done with', { error });
			}
		};
		addFirst(hooks, async ({ status }) => await end(WENT_WELL.includes(status)));
		// Somebody stopped it by hand: n8n then leaves its hooks out.
		context.onExecutionCancellation(() => void end(false));
	};
}
