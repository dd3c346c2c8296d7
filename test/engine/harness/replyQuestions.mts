import type { INodeParameters } from 'n8n-workflow';
import { noteStep } from './lastRun.mts';
import { ask, limitWaitTo } from './questions.mts';
import { SubExecution } from './subExecution.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

export const MINUTE = 60_000;
export const DANA = '0501234567';
export const OMER = '0527654321';

/** Runs whose node waits in a sub-execution. Time advances only when a test says so, here and at the gateway. */
export function useReplyQuestions(fixture: SandboxFixture) {
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

	/** Asks the person of each item, with two hours to answer. */
	const askEach = (values: INodeParameters = {}, options: INodeParameters = {}) =>
		ask(
			{
				source: { __rl: true, mode: 'id', value: fixture.sandbox.account.number },
				phones: '={{ $json.phone }}',
				message: 'Is Tuesday at 9 good for you? Reply 1 for yes, 2 for no.',
				responseType: 'smsReply',
				...values,
			},
			{ ...limitWaitTo(2), ...options },
		);

	return {
		askEach,
		/** Runs the node with one item per phone number. */
		asked: async (phones: string[], parameters = askEach(), options: SandboxRun = {}) => {
			const watcher = new SubExecution(options.credentials ?? fixture.credentials(options));
			const own = { items: phones.map((phone) => ({ phone })), executeWorkflow: watcher.execute };
			return { watcher, result: await fixture.run(parameters, { ...own, ...options }) };
		},
		due,
		/** Advances time until the watcher no longer waits. */
		end: async (watcher: SubExecution): Promise<void> => {
			while (watcher.waitTill) await due(watcher);
		},
		pass,
		/** Stops all clocks at a time. */
		at: async (time: string) => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
			await fixture.sandbox.setClock(Date.parse(time));
		},
		reply: (phone: string, text: string, dest?: string) =>
			fixture.sandbox.handsetReply({ phone, text, ...(dest ? { dest } : {}) }),
		looks: () => fixture.sandbox.requests({ root: 'incoming' }).length,
	};
}

export const outcomes = ({ output }: SubExecution) => output.map(({ json }) => json.outcome);
export const texts = ({ output }: SubExecution) =>
	output.map(({ json }) => (json.data as { text: string }).text);
