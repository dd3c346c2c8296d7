import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { HeardMessage } from '../../gateway/conversation';
import { saidIn } from '../../gateway/conversation';
import { instantOf } from '../../gateway/dates';
import { phoneKey } from '../../gateway/eventId';
import { CLOCK_DIFFERENCE, readIncomingMessages } from '../waiting/incomingMessages';
import type { Findings, Question, QuestionState, Wait, Watch } from '../waiting/wait';
import { byAccount, isSettled } from '../waiting/wait';
import { OpenQuestions } from './openQuestions';

interface Open {
	wait: Wait;
	question: Question;
	state: QuestionState;
}

/** Opens the questions that have just been asked: those to the same person one after the other, in their order. */
export async function openNewQuestions(
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
			findings.questions[index] = await questions.open(question);
		};
		latest.set(person, before.then(open));
	}
	await Promise.all(latest.values());
}

/** Reads the messages of people and notes which questions they answer (specification, incoming). */
export async function findReplies(
	context: IExecuteFunctions,
	watch: Watch,
	findings: Findings,
	now: number,
): Promise<void> {
	const questions = new OpenQuestions(context);
	for (const open of byAccount(openQuestions(watch, findings))) {
		const [{ wait }] = open;
		const messages = await readIncomingMessages(context, wait, sinceOf(watch, findings));
		await Promise.all(open.map(async (one) => await settle(questions, one, messages, now)));
	}
	findings.readAt = now;
}

/** The last look has read all messages before this time (milliseconds since 1970). */
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

/** A reply answers the last question that was asked before it. */
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
