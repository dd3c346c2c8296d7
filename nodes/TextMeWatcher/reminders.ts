import type { IExecuteFunctions } from 'n8n-workflow';

import { MarkList } from '../memory/markList';
import { callGateway } from '../shared/request';
import type { Findings, Watch } from '../waiting/wait';
import { isSettled } from '../waiting/wait';

/**
 * Reminds those who have not answered by the time, once. It is noted before it is sent: when n8n is killed in between, nobody
 * is texted twice, and somebody may not be reminded.
 */
export async function sendReminders(
	context: IExecuteFunctions,
	{ items }: Watch,
	{ questions }: Findings,
	now: number,
): Promise<void> {
	for (const [index, { json, wait }] of items.entries()) {
		const { reminder } = wait?.question ?? {};
		const state = questions[index];
		if (!wait || !reminder || !state || state.reminded || isSettled(state)) continue;
		if (now < reminder.at || now >= wait.until) continue;
		const mark = `reminded|${String(json.externalId)}`;
		const { known } = await MarkList.of(context, 'node').record([mark]);
		state.reminded = { at: now };
		if (known.has(mark)) continue;
		const { onBehalfOf, timeoutSeconds } = wait;
		const call = {
			root: 'sms',
			body: reminder.body,
			effect: 'send',
			timeoutSeconds,
			onBehalfOf,
		} as const;
		try {
			await callGateway(context, call);
		} catch (error) {
			state.reminded = { failure: `The reminder failed: ${(error as Error).message}.` };
		}
	}
}
