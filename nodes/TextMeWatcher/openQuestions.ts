import type { IExecuteFunctions } from 'n8n-workflow';

import type { HeardMessage } from '../../gateway/conversation';
import { instantOf } from '../../gateway/dates';
import { phoneKey } from '../../gateway/phone';
import { MarkList } from '../memory/markList';
import type { Question, QuestionState, Wait } from '../waiting/wait';

const HOUR_MS = 3_600_000;
const dayOf = (time: number) => Math.floor(time / (24 * HOUR_MS));
const hourOf = (time: number) => Math.floor(time / HOUR_MS);
const range = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

const of = ({ phone, sender }: Question) => `${phoneKey(phone)}|${phoneKey(sender)}`;
const turnMark = (question: Question, day: number, turn: number) =>
	`asked|${of(question)}|${day}|${turn}`;
const hourMark = (question: Question, hour: number) => `hour|${of(question)}|${hour}`;
const earlierMark = (key: string) => `earlier|${key}`;

export type AskedWait = Wait & { question: Question };

/**
 * The questions by text that the executions of a workflow have asked. They share the watcher's `MarkList`.
 *
 * - One question to a person is open at a time. A newer question replaces it.
 * - Each question takes a turn: the next number for its person. Turns begin at 1 every day. A question is replaced when the
 *   next turn of its day is taken, or the first turn of a later day.
 * - A turn is recorded together with all turns before it, so that there is no gap.
 * - A question records its hour, and the messages of the hour before it. Earlier messages can only answer earlier questions.
 */
export class OpenQuestions {
	private readonly list: MarkList;

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node');
	}

	/** Opens a question: takes the next free turn. */
	async open(wait: AskedWait): Promise<QuestionState> {
		const day = dayOf(Date.now());
		for (let turn = 1; ; turn++) {
			const known = await this.record(wait, { day, turn });
			if (!known.has(turnMark(wait.question, day, turn))) return { day, turn };
		}
	}

	/** Whether a newer question has replaced this one. Records its turn again, in case another worker has undone it. */
	async isReplaced(wait: AskedWait, state: QuestionState): Promise<boolean> {
		const { day, turn } = state;
		await this.record(wait, state);
		const later = range(day + 1, dayOf(Date.now())).map((next) => turnMark(wait.question, next, 1));
		return (await this.list.find([turnMark(wait.question, day, turn + 1), ...later])).size > 0;
	}

	/** Records a turn and those before it. Returns the marks that were there before. */
	private async record(
		{ question, begin }: AskedWait,
		{ day, turn }: QuestionState,
	): Promise<Set<string>> {
		const turns = range(1, turn).map((one) => turnMark(question, day, one));
		const earlier = question.heard.map(earlierMark);
		return (await this.list.record([...turns, hourMark(question, hourOf(begin)), ...earlier]))
			.known;
	}

	/** The messages among these that came before a later question. */
	async saidEarlier(question: Question, said: HeardMessage[]): Promise<HeardMessage[]> {
		const hours = said.map(({ date }) => hourOf(instantOf(date) ?? Date.now()));
		const laterHours = range(Math.min(...hours) + 1, hourOf(Date.now()));
		const known = await this.list.find([
			...said.map(({ key }) => earlierMark(key)),
			...(said.length === 0 ? [] : laterHours.map((hour) => hourMark(question, hour))),
		]);
		const askedLast = laterHours.filter((hour) => known.has(hourMark(question, hour))).at(-1) ?? 0;
		return said.filter(({ key }, n) => known.has(earlierMark(key)) || (hours[n] ?? 0) < askedLast);
	}
}
