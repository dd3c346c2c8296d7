import type * as workflow from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Called at every pause of a node in its run, with the pause's milliseconds. */
export const onWait = new AsyncLocalStorage<(ms: number) => Promise<void> | void>();

const actual = jest.requireActual<typeof workflow>('n8n-workflow');
/** A trigger waits for what belongs to a push, and the test of a credential for an answer. Other pauses end at once. */
const isReal = /\/(triggers\/|credential\.test)/.test(expect.getState().testPath ?? '');

jest.mock('n8n-workflow', () => ({
	...actual,
	sleep: (ms: number) => {
		const pause = onWait.getStore() ?? (isReal ? actual.sleep : () => undefined);
		return Promise.resolve(pause(ms));
	},
}));
