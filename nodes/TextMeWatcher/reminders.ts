import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { dueWithin } from '../planning/sendingHours';
import { MarkList } from '../memory/markList';
import { skippedOutput } from '../planning/runFigures';
import { sendText } from '../sending/sendText';
import type { Text } from '../sending/text';
import { accountOf } from '../shared/account';
import type { Account, Findings, QuestionState, Reminder, Watch } from '../waiting/wait';
import { isSettled } from '../waiting/wait';

const NOBODY_WAITS = 'Nobody was reminded, because the execution that waits was stopped.';
const REHEARSED =
	'Nobody was reminded, because the question was rehearsed, and the rehearsal is over.';

/** Reminds people who have not answered in time, once. */
export async function sendReminders(
	context: IExecuteFunctions,
	{ caller, items }: Watch,
	{ questions }: Findings,
	now: number,
): Promise<void> {
	for (const [index, { json, wait }] of items.entries()) {
		const { reminder } = wait?.question ?? {};
		const state = questions[index];
		if (!wait || !reminder || !state || state.reminded || isSettled(state)) continue;
		if (now < dueAt(reminder, now) || now >= wait.until) continue;
		const { text } = reminder;
		state.reminded = await sendReminder(context, caller, json, text, wait);
	}
}

/** When a reminder goes out, seen from `now` (milliseconds since 1970). */
export const dueAt = ({ at, hours }: Pick<Reminder, 'at' | 'hours'>, now: number): number =>
	dueWithin(hours, at, now);

/** Whether the execution that waits for an answer was stopped or deleted. If n8n cannot tell, it counts as waiting. */
async function isGone(context: IExecuteFunctions, caller: string | undefined): Promise<boolean> {
	if (caller === undefined) return false;
	try {
		const data = await context.getExecutionDataById(caller);
		return data === undefined || data.resultData.error !== undefined;
	} catch {
		return false;
	}
}

/**
 * Sends a reminder of a question, which came out with these fields. The reminder is recorded before it is sent: if n8n is killed in
 * between, it is lost, but nobody is texted twice.
 */
export async function sendReminder(
	context: IExecuteFunctions,
	caller: string | undefined,
	{ externalId, rehearsal }: IDataObject,
	text: Text,
	{ timeoutSeconds }: Pick<Account, 'timeoutSeconds'>,
): Promise<QuestionState['reminded']> {
	if (await isGone(context, caller)) return { failure: NOBODY_WAITS };
	const isOver = rehearsal === true && !(await accountOf(context)).rehearsalPhone;
	if (isOver) return { failure: REHEARSED };
	const mark = `reminded|${String(externalId)}`;
	const known = await MarkList.of(context, 'node').record([mark]);
	const at = Date.now();
	if (known.has(mark)) return { at };
	const { fate } = await sendText(context, text, timeoutSeconds);
	if (fate.kind === 'accepted') return { at };
	const why = fate.kind === 'skipped' ? skippedOutput(fate.why).reason : fate.error.message;
	return reminderFailed(why);
}

export const reminderFailed = (why: string) => ({
	failure: `The reminder failed: ${why.replace(/\.$/, '')}.`,
});
