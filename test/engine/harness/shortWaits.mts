import type * as workflow from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Told of every pause that the node makes between two tries, within the run it is given to. */
export const onWait = new AsyncLocalStorage<(ms: number) => Promise<void> | void>();

/**
 * n8n's library with pauses that end at once, for `jest.mock`. What happens in a pause is up to the test, and how long it
 * would have been is told to it.
 */
export function withShortWaits(): typeof workflow {
	return {
		...jest.requireActual<typeof workflow>('n8n-workflow'),
		sleep: async (ms: number) => await onWait.getStore()?.(ms),
	};
}
