import type { IExecuteFunctions } from 'n8n-workflow';

import type { HeardMessage } from '../../gateway/conversation';
import { saidIn } from '../../gateway/conversation';
import { byAccount } from './byAccount';
import { OpenQuestions } from './openQuestions';
import { CLOCK_DIFFERENCE, readIncoming } from './readIncoming';
import type { Findings, Question, QuestionState, Wait, Watch } from './watch';

/**
 * How long a reply is left to a question that was asked later, in milliseconds. Whoever waits for it looks more often: when
 * it is still there after that, nobody does.
 */
const LEFT_FOR = 20 * 60_000;

interface Open {
	wait: Wait;
	question: Question;
	state: QuestionState;
}

/** Notes the questions that have just been asked, in their order. */
export async function noteQuestions(
	context: IExecuteFunctions,
	{ items }: Watch,
	findings: Findings,
): Promise<void> {
	const open = new OpenQuestions(context);
	// What is asked of the list at once it answers in the order it was asked.
	const notes = items.map(async ({ wait }, index) => {
		if (!wait?.question) return;
		const id = `${context.getExecutionId()}|${index}`;
		findings.questions[index] = await open.open(wait.question, id);
	});
	await Promise.all(notes);
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
		// Whoever was asked twice answers what they were asked last.
		for (const one of open.reverse()) {
			const answer = await answerTo(questions, one, messages, now);
			if (!answer) continue;
			const respondedAt = new Date(answer.date ?? now).toISOString();
			one.state.answer = { text: answer.message, respondedAt };
			await questions.close(one.question, one.state);
		}
	}
	findings.readAt = now;
}

/** What was there at the last look, and long before it, need not be read again. */
const sinceOf = ({ since }: Watch, { readAt = 0 }: Findings) =>
	Math.max(since, readAt - CLOCK_DIFFERENCE);

/** Lets earlier questions have the replies that come from now on. */
export async function closeQuestions(
	context: IExecuteFunctions,
	watch: Watch,
	findings: Findings,
): Promise<void> {
	const questions = new OpenQuestions(context);
	const open = openQuestions(watch, findings);
	await Promise.all(
		open.map(async ({ question, state }) => await questions.close(question, state)),
	);
}

function openQuestions({ items }: Watch, { questions }: Findings): Open[] {
	return items.flatMap(({ wait }, index) => {
		const state = questions[index];
		return wait?.question && state && !state.answer
			? [{ wait, question: wait.question, state }]
			: [];
	});
}

async function answerTo(
	questions: OpenQuestions,
	{ question, state }: Open,
	messages: HeardMessage[],
	now: number,
): Promise<HeardMessage | undefined> {
	const unknown = saidIn(question, messages).filter(
		({ key }) => !question.heard.includes(key) && !state.taken.includes(key),
	);
	if (unknown.length === 0) return undefined;
	const keys = unknown.map(({ key }) => key);
	const ours = await questions.notForLater(question, state, keys);
	for (const message of unknown) {
		const { key } = message;
		if (!ours.has(key) && now - (state.left[key] ??= now) < LEFT_FOR) continue;
		const isOurs = await questions.take(key, state.id);
		if (isOurs) return message;
		if (isOurs === false) state.taken.push(key);
	}
	return undefined;
}
