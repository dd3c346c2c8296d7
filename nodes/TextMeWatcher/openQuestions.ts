import type { IExecuteFunctions } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import { phoneKey } from '../../gateway/eventId';
import { Claims } from '../memory/claims';
import { ProcessedList } from '../memory/processedList';
import type { Question, QuestionState } from './watch';

/** Marks that are kept for a workflow, the latest. A question leaves one for its answer. */
const MAX_MARKS = 10_000;

const of = ({ phone, sender }: Conversation) => `${phoneKey(phone)}|${phoneKey(sender)}`;
const turnMark = (question: Conversation, turn: number) => `turn|${of(question)}|${turn}`;
const holderMark = (question: Conversation, turn: number, questionId: string) =>
	`holder|${of(question)}|${turn}|${questionId}`;
const answerMark = (key: string, questionId: string) => `answer|${questionId}|${key}`;
const earlierMark = (key: string) => `earlier|${key}`;

const DAY_MS = 86_400_000;
const MOST_A_DAY = 1_000;
const firstTurnOn = (now: number) => Math.floor(now / DAY_MS) * MOST_A_DAY;

/**
 * What the executions of a workflow tell each other about questions that wait for a reply, in n8n's database. A person
 * answers what they were asked last, so a reply is left to the question asked last. It becomes the answer of one only.
 *
 * Questions to a person take turns, which are numbers that grow: a question is the last one when the turn after its own is
 * free. To ask that, n8n's list has to be written to, so whoever finds it free keeps it. What is only ever added to the list
 * cannot be brought back by a worker that has read it before, as what is taken out can. The turns of every day begin anew:
 * those of earlier questions need not be counted.
 */
export class OpenQuestions {
	private readonly list: ProcessedList;
	private readonly claims: Claims;

	constructor(context: IExecuteFunctions) {
		this.list = ProcessedList.of(context, 'node', MAX_MARKS);
		// A node is not told whether it runs in one of several workers.
		this.claims = new Claims(this.list, true, context.logger);
	}

	/** Notes that a question was asked last. What the person has said before can only answer earlier ones. */
	async open(question: Question, id: string): Promise<QuestionState> {
		const state: QuestionState = { id, turns: [], others: [], left: {}, taken: [] };
		const heard = question.heard.map(earlierMark);
		let turn = firstTurnOn(Date.now());
		for (;;) {
			const holder = await this.askFor(question, state, turn, heard);
			if (holder === 'us') break;
			if (holder === 'another') turn++;
			else await this.claims.settled();
		}
		state.turns.push(turn);
		return state;
	}

	async close(question: Question, state: QuestionState): Promise<void> {
		const { id, turns, others } = state;
		const isLast = await this.isLast(question, state);
		await this.list.forget([
			// Of a turn in the midst earlier questions would take its end for that of all later ones.
			...(isLast ? turns.map((turn) => turnMark(question, turn)) : []),
			...[...turns, ...others].map((turn) => holderMark(question, turn, id)),
		]);
	}

	/** Those of the messages that are not for a question that was asked later. */
	async notForLater(
		question: Question,
		state: QuestionState,
		keys: string[],
	): Promise<Set<string>> {
		if (await this.isLast(question, state)) return new Set(keys);
		// To ask twice could be to read one's own question.
		const unasked = keys.filter((key) => state.left[key] === undefined);
		const earlier = await this.list.peek(unasked.map(earlierMark));
		return new Set(unasked.filter((key) => earlier.has(earlierMark(key))));
	}

	private async isLast(question: Question, state: QuestionState): Promise<boolean> {
		const last = Math.max(...state.turns);
		const days: number[] = [];
		for (let day = firstTurnOn(Date.now()); day > last; day -= MOST_A_DAY) days.unshift(day);
		for (const turn of [last, last + 1, ...days]) {
			if ((await this.askFor(question, state, turn)) === 'another') return false;
			if (!state.turns.includes(turn)) state.turns.push(turn);
		}
		return true;
	}

	/** Who held a turn. If nobody did, the question does now, unless another writes it over. */
	private async askFor(
		question: Question,
		state: QuestionState,
		turn: number,
		more: string[] = [],
	): Promise<'us' | 'another' | 'nobody'> {
		const { id, others } = state;
		const [mark, holder] = [turnMark(question, turn), holderMark(question, turn, id)];
		const known = await this.list.record([mark, holder, ...more]);
		state.others = others.filter((other) => other !== turn);
		if (!known.has(mark)) return 'nobody';
		if (known.has(holder) && !others.includes(turn)) return 'us';
		// By asking we have noted ourselves as the holder.
		state.others.push(turn);
		return 'another';
	}

	/**
	 * Whether a message is the answer to this question from now on, and to no other; also when asked again. Undefined when
	 * that is not decided yet.
	 */
	async take(key: string, questionId: string): Promise<boolean | undefined> {
		const answer = answerMark(key, questionId);
		const { won, open } = await this.claims.win([key]);
		const left = await this.claims.leftOver(open);
		if (left.busy.length > 0) return undefined;
		if (!won.has(key) && !left.won.has(key)) return (await this.list.peek([answer])).has(answer);
		await this.list.record([answer]);
		this.claims.done([key]);
		return true;
	}
}
