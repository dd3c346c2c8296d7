import type { INodeParameters } from 'n8n-workflow';
import { noteStep } from './lastRun.mts';
import type { NodeResult } from './runNode.mts';
import { SubExecution } from './subExecution.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

export const MINUTE = 60_000;

/** Runs whose node waits in a sub-execution. Time advances only when a test says so, here and at the gateway. */
export function useWatchedRuns(fixture: SandboxFixture) {
	const realNow = Date.now;
	let now = 0;
	beforeEach(async () => {
		now = realNow();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		await fixture.sandbox.setClock(now);
	});
	async function pass(ms: number): Promise<void> {
		now += ms;
		await fixture.sandbox.advanceClock(ms);
	}

	/** Advances time until the watcher is due, and wakes it. Returns the milliseconds. */
	async function due(watcher: SubExecution): Promise<number> {
		const wait = Number(watcher.waitTill) - Date.now();
		await pass(Math.max(0, wait));
		await watcher.wake();
		const states = watcher.output.map(({ json }) => json.outcome ?? json.error);
		noteStep(`After ${Math.round(wait / MINUTE)} more minutes it knew of the outcomes`, states);
		return wait;
	}

	return {
		pass,
		due,
		/** Runs the node with one item per phone number. */
		begin: async (
			phones: string[],
			parameters: INodeParameters,
			options: SandboxRun = {},
		): Promise<{ watcher: SubExecution; result: NodeResult }> => {
			const watcher = new SubExecution(options.credentials ?? fixture.credentials(options));
			const { execute } = watcher;
			const items = phones.map((phone) => ({ phone }));
			const result = await fixture.run(parameters, { items, executeWorkflow: execute, ...options });
			return { watcher, result };
		},
		/** Advances time until the watcher no longer waits. Returns how often it woke. */
		end: async (watcher: SubExecution): Promise<number> => {
			let times = 0;
			for (; watcher.waitTill; times++) await due(watcher);
			return times;
		},
	};
}

export const outcomes = ({ output }: SubExecution) => output.map(({ json }) => json.outcome);
