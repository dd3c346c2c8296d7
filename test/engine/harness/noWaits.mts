import type * as workflow from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Called at every pause of a node, in the run that it is set for, with the milliseconds that the pause would take. */
export const onWait = new AsyncLocalStorage<(ms: number) => Promise<void> | void>();

// A test file that imports this one first has pauses of nodes that end at once.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep: async (ms: number) => await onWait.getStore()?.(ms),
}));
