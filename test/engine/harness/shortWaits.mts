import type * as workflow from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Called at every pause between two tries, in the run that it is set for. */
export const onWait = new AsyncLocalStorage<(ms: number) => Promise<void> | void>();

/** n8n's library with pauses that end at once, for `jest.mock`. Each pause calls `onWait` with the length it would have. */
export function withShortWaits(): typeof workflow {
	return {
		...jest.requireActual<typeof workflow>('n8n-workflow'),
		sleep: async (ms: number) => await onWait.getStore()?.(ms),
	};
}
