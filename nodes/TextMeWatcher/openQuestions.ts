import type { IExecuteFunctions } from 'n8n-workflow';

import type { HeardMessage } from '../../gateway/events/conversation';
import { HOUR, instantOf, lastInstant } from '../../gateway/values/dates';
import { phoneKey } from '../../gateway/phones/phone';
import { MarkList } from '../memory/markList';
import { mark } from '../memory/slots';
import type { AskedWait, WatchedQuestion, QuestionState } from '../waiting/wait';

const hourOf = (time: number) => Math.floor(time / HOUR);
const range = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

const turnMark = ({ phone, sender }: WatchedQuestion, hour: number, turn: number) =>
	mark('asked', phoneKey(phone) ?? '', phoneKey(sender) ?? '', hour, turn);
const earlierMark = (key: string) => mark('earlier', key);

/**
 * The questions by text that a workflow's executions have asked. They share the watcher's `MarkList`.
 * - A person's reply answers the newest question. Older ones are replaced.
 * - Each question to a person gets a turn number, from 1 in every hour. A newer question exists if the next turn of its hour,
 *   or the first turn of a later hour, is taken.
 * - Recording a turn also records all turns before it, so that there is no gap, and the messages of the hour before the
 *   question. These and earlier messages can only answer earlier questions.
 */
export class OpenQuestions {
	private readonly list: MarkList;

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node');
	}

	/** Opens a question: takes the next free turn number. */
	async open({ question, begin }: AskedWait): Promise<QuestionState> {
		const hour = hourOf(begin);
		for (let turn = 1; ; turn++) {
			const known = await this.record(question, { hour, turn });
			if (!known.has(turnMark(question, hour, turn))) return { hour, turn };
		}
	}

	/**
	 * Whether the person was asked something newer. Records the turn again, because another worker may have undone it.
	 * @param since when this was last checked (milliseconds since 1970)
	 */
	async isOlder(question: WatchedQuestion, state: QuestionState, since: number): Promise<boolean> {
		await this.record(question, state);
		const later = range(Math.max(state.hour + 1, hourOf(since)), hourOf(Date.now()));
		const marks = later.map((hour) => turnMark(question, hour, 1));
		marks.push(turnMark(question, state.hour, state.turn + 1));
		return (await this.list.find(marks)).size > 0;
	}

	private async record(
		question: WatchedQuestion,
		{ hour, turn }: QuestionState,
	): Promise<Set<string>> {
		const turns = range(1, turn).map((one) => turnMark(question, hour, one));
		return await this.list.record([...turns, ...question.earlierKeys.map(earlierMark)]);
	}

	/** The messages that came before a later question, and so cannot answer that one. */
	async beforeLaterQuestion(
		question: WatchedQuestion,
		said: HeardMessage[],
	): Promise<HeardMessage[]> {
		const hourIn = ({ date }: HeardMessage) => hourOf(lastInstant(instantOf(date) ?? Date.now()));
		const later = range(Math.min(...said.map(hourIn)) + 1, hourOf(Date.now()));
		const firstMark = (hour: number) => turnMark(question, hour, 1);
		const earlier = said.map(({ key }) => earlierMark(key));
		const known = await this.list.find([...earlier, ...later.map(firstMark)]);
		const askedLast = later.filter((hour) => known.has(firstMark(hour))).at(-1) ?? 0;
		return said.filter(
			(message) => known.has(earlierMark(message.key)) || hourIn(message) < askedLast,
		);
	}
}
