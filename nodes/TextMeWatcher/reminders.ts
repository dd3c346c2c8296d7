import type { IExecuteFunctions } from 'n8n-workflow';

import { MarkList } from '../memory/markList';
import type { GatewayCall } from '../shared/request';
import { callGateway } from '../shared/request';
import type { Findings, QuestionState, Watch } from '../waiting/wait';
import { isSettled } from '../waiting/wait';

/** Reminds people who have not answered in time, once. */
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
		const { onBehalfOf, timeoutSeconds } = wait;
		const call = { body: reminder.body, timeoutSeconds, onBehalfOf };
		state.reminded = await sendReminder(context, json.externalId, call);
	}
}

/**
 * Sends a reminder of the question with this external ID. The reminder is recorded before it is sent: if n8n is killed in
 * between, it is lost, but nobody is texted twice.
 */
export async function sendReminder(
	context: IExecuteFunctions,
	externalId: unknown,
	call: Pick<GatewayCall, 'body' | 'onBehalfOf' | 'timeoutSeconds'>,
): Promise<QuestionState['reminded']> {
	const mark = `reminded|${String(externalId)}`;
	const { known } = await MarkList.of(context, 'node').record([mark]);
	const at = Date.now();
	if (known.has(mark)) return { at };
	try {
		await callGateway(context, { ...call, root: 'sms', effect: 'send' });
		return { at };
	} catch (error) {
		return { failure: `The reminder failed: ${(error as Error).message}.` };
	}
}
