import type { INodeParameters } from 'n8n-workflow';
import { ask, limitWaitTo } from './questions.mts';
import type { SubExecution } from './subExecution.mts';
import type { SandboxFixture, SandboxRun } from './useSandbox.mts';
import { useWatchedRuns } from './watchedRuns.mts';

export const DANA = '0501234567';
export const OMER = '0527654321';

export function useReplyQuestions(fixture: SandboxFixture) {
	const { begin, due, end, pass } = useWatchedRuns(fixture);

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
		asked: (phones: string[], parameters = askEach(), options: SandboxRun = {}) =>
			begin(phones, parameters, options),
		due,
		end,
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

export const texts = ({ output }: SubExecution) =>
	output.map(({ json }) => (json.data as { text: string }).text);
