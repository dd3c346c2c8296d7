import type * as workflow from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Called at every pause of a node in its run, with the pause's milliseconds. */
export const onWait = new AsyncLocalStorage<(ms: number) => Promise<void> | void>();

// If a test file imports this first, pauses of nodes end at once.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep: async (ms: number) => await onWait.getStore()?.(ms),
}));
