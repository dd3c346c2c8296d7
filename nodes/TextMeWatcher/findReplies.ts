import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { HeardMessage } from '../../gateway/events/conversation';
import { saidIn } from '../../gateway/events/conversation';
import { formatInstant, instantOf, lastInstant, toTheMinute } from '../../gateway/values/dates';
import { phoneKey } from '../../gateway/phones/phone';
import { CLOCK_DIFFERENCE } from '../../gateway/values/reportWindow';
import { readIncomingMessages } from '../connection/incomingMessages';
import type { AskedWait, Findings, QuestionState, Watch } from '../waiting/wait';
import { byAccount, isAsked, isSettled } from '../waiting/wait';
import { OpenQuestions } from './openQuestions';

interface Open {
	wait: AskedWait;
	state: QuestionState;
}

/** Opens the new questions. Those to the same person are opened one by one, in order. */
export async function openNewQuestions(
	context: IExecuteFunctions,
	{ items }: Watch,
	findings: Findings,
): Promise<void> {
	const questions = new OpenQuestions(context);
	const latest = new Map<string | undefined, Promise<void>>();
	for (const [index, { wait }] of items.entries()) {
		if (!isAsked(wait) || findings.questions[index]) continue;
		const person = phoneKey(wait.question.phone);
		const before = latest.get(person) ?? Promise.resolve();
		const open = async () => {
			findings.questions[index] = await questions.open(wait);
		};
		latest.set(person, before.then(open));
	}
	await Promise.all(latest.values());
}

/** Reads people's messages and records which questions they answer (specification, incoming). */
export async function findReplies(
	context: IExecuteFunctions,
	watch: Watch,
	findings: Findings,
	now: number,
): Promise<void> {
	const questions = new OpenQuestions(context);
	for (const open of byAccount(openQuestions(watch, findings))) {
		const [{ wait }] = open;
		const since = sinceOf(watch, findings);
		const messages = await readIncomingMessages(context, wait, since);
		await Promise.all(open.map(async (one) => await settle(questions, one, messages, since, now)));
	}
	findings.readAt = now;
}

/** Milliseconds since 1970. Earlier looks have read all messages before this time. */
const sinceOf = ({ since }: Watch, { readAt = 0 }: Findings) =>
	Math.max(since, readAt - CLOCK_DIFFERENCE);

function openQuestions({ items }: Watch, { questions }: Findings): Open[] {
	return items.flatMap(({ wait }, index) => {
		const state = questions[index];
		return isAsked(wait) && state && !isSettled(state) ? [{ wait, state }] : [];
	});
}

/** A reply answers the last question that was asked before it. */
async function settle(
	questions: OpenQuestions,
	{ wait: { question, begin }, state }: Open,
	messages: HeardMessage[],
	since: number,
	now: number,
): Promise<void> {
	// The gateway may list a message late that was written before the question. A date may lack seconds.
	const askedAt = toTheMinute(begin);
	const said = saidIn(question, messages).filter(
		({ key, date }) =>
			!question.earlierKeys.includes(key) && lastInstant(instantOf(date) ?? now) >= askedAt,
	);
	const isOlder = await questions.isOlder(question, state, since);
	const [answer] = isOlder ? await questions.beforeLaterQuestion(question, said) : said;
	if (answer) {
		const { message: text = '', date, other } = answer;
		const respondedAt = formatInstant(instantOf(date) ?? now);
		state.answer = { text, respondedAt, ...(other && { other: other as IDataObject }) };
	} else if (isOlder) {
		state.isReplaced = true;
	}
}
