import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeResult } from './runNode.mts';
import { SubExecution } from './subExecution.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

export const MINUTE = 60_000;

/** Runs whose node waits in a sub-execution, and a time that passes only when a test wants it to, here and at the gateway. */
export function useWatchedRuns(fixture: SandboxFixture) {
	const realNow = Date.now;
	let now = 0;
	beforeEach(async () => {
		now = realNow();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		await fixture.sandbox.setClock(now);
	});
	afterEach(() => jest.restoreAllMocks());

	async function pass(ms: number): Promise<void> {
		now += ms;
		await fixture.sandbox.advanceClock(ms);
	}

	return {
		pass,
		begin: async (
			parameters: INodeParameters,
			items: IDataObject[],
			options: SandboxRun = {},
		): Promise<{ watcher: SubExecution; result: NodeResult }> => {
			const watcher = new SubExecution(fixture.credentials(options));
			const { execute } = watcher;
			const result = await fixture.run(parameters, { items, executeWorkflow: execute, ...options });
			return { watcher, result };
		},
		/** Lets time pass until the watcher is due, and wakes it. Gives the milliseconds it took. */
		due: async (watcher: SubExecution): Promise<number> => {
			const wait = Number(watcher.waitTill) - Date.now();
			await pass(Math.max(0, wait));
			await watcher.wake();
			return wait;
		},
	};
}

/** How the items that came out ended. */
export const outcomes = ({ output }: SubExecution) => output.map(({ json }) => json.outcome);
