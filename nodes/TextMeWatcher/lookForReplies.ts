import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { HeardMessage } from '../../gateway/conversation';
import { saidIn } from '../../gateway/conversation';
import { instantOf } from '../../gateway/dates';
import { phoneKey } from '../../gateway/eventId';
import { byAccount } from './byAccount';
import { OpenQuestions } from './openQuestions';
import { CLOCK_DIFFERENCE, readIncoming } from './readIncoming';
import type { Findings, Question, QuestionState, Wait, Watch } from './watch';

interface Open {
	wait: Wait;
	question: Question;
	state: QuestionState;
}

/** Gives every question that has just been asked its turn: those to the same person in their order. */
export async function noteQuestions(
	context: IExecuteFunctions,
	{ items }: Watch,
	findings: Findings,
): Promise<void> {
	const questions = new OpenQuestions(context);
	const latest = new Map<string | undefined, Promise<void>>();
	for (const [index, { wait }] of items.entries()) {
		const { question } = wait ?? {};
		if (!question || findings.questions[index]) continue;
		const person = phoneKey(question.phone);
		const before = latest.get(person) ?? Promise.resolve();
		const open = async () => {
			findings.questions[index] = await questions.open(question, String(index));
		};
		latest.set(person, before.then(open));
	}
	await Promise.all(latest.values());
}

/** Reads what people have written and notes the answers (specification, incoming). */
export async function lookForReplies(
	context: IExecuteFunctions,
	watch: Watch,
	findings: Findings,
	now: number,
): Promise<void> {
	const questions = new OpenQuestions(context);
	for (const open of byAccount(openQuestions(watch, findings))) {
		const [{ wait }] = open;
		const messages = await readIncoming(context, wait, sinceOf(watch, findings));
		await Promise.all(open.map(async (one) => await settle(questions, one, messages, now)));
	}
	findings.readAt = now;
}

/** What was there at the last look, and long before it, need not be read again. */
const sinceOf = ({ since }: Watch, { readAt = 0 }: Findings) =>
	Math.max(since, readAt - CLOCK_DIFFERENCE);

function openQuestions({ items }: Watch, { questions }: Findings): Open[] {
	return items.flatMap(({ wait }, index) => {
		const state = questions[index];
		return wait?.question && state && !isSettled(state)
			? [{ wait, question: wait.question, state }]
			: [];
	});
}

export const isSettled = (state: QuestionState | undefined): boolean =>
	state?.answer !== undefined || state?.isReplaced === true;

/** A reply answers the question that was asked last before it. */
async function settle(
	questions: OpenQuestions,
	{ question, state }: Open,
	messages: HeardMessage[],
	now: number,
): Promise<void> {
	const said = saidIn(question, messages).filter(({ key }) => !question.heard.includes(key));
	const isReplaced = await questions.isReplaced(question, state);
	const earlier = isReplaced ? await questions.saidEarlier(said.map(({ key }) => key)) : undefined;
	const answer = said.find(({ key }) => earlier?.has(key) ?? true);
	if (answer) {
		const respondedAt = new Date(instantOf(answer.date) ?? now).toISOString();
		const { message: text = '', other } = answer;
		state.answer = { text, respondedAt, ...(other && { other: other as IDataObject }) };
	} else if (isReplaced) {
		state.isReplaced = true;
	}
}
