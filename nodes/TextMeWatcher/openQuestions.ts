import type { IExecuteFunctions } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import { phoneKey } from '../../gateway/eventId';
import { MarkList } from '../memory/markList';
import type { Question, QuestionState } from '../waiting/wait';

const DAY_MS = 86_400_000;
const today = () => Math.floor(Date.now() / DAY_MS);

const turnMark = ({ phone, sender }: Conversation, day: number, turn: number) =>
	`asked|${phoneKey(phone)}|${phoneKey(sender)}|${day}|${turn}`;
const earlierMark = (key: string) => `earlier|${key}`;

/**
 * The questions by text that the executions of a workflow have asked, shared in n8n's list of the watcher.
 *
 * - One question to a person is open at a time. A newer question replaces it.
 * - Each question takes a turn: the next number for its person. Turns begin at 1 every day. A question is replaced when the
 *   next turn of its day is taken, or the first turn of a later day.
 * - A turn is recorded together with all turns before it, so that there is no gap. A look-up could cause one: while it
 *   lasts, the turn seems taken (see `MarkList`), and a new question skips it.
 * - A question records the messages that came before it, since they can only answer earlier questions.
 */
export class OpenQuestions {
	private readonly list: MarkList;

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node');
	}

	/** Opens a question: takes the next free turn. */
	async open(question: Question): Promise<QuestionState> {
		const day = today();
		for (let turn = 1; ; turn++) {
			const known = await this.record(question, { day, turn });
			if (!known.has(turnMark(question, day, turn))) return { day, turn };
		}
	}

	/** Whether a newer question has replaced this one. Records its turn again, in case another worker has undone it. */
	async isReplaced(question: Question, state: QuestionState): Promise<boolean> {
		const { day, turn } = state;
		const later = Array.from({ length: today() - day }, (_, n) =>
			turnMark(question, day + 1 + n, 1),
		);
		await this.record(question, state);
		return (await this.list.find([turnMark(question, day, turn + 1), ...later])).size > 0;
	}

	/** Records a turn and those before it. Returns the marks that were there before. */
	private async record(question: Question, { day, turn }: QuestionState): Promise<Set<string>> {
		const turns = Array.from({ length: turn }, (_, n) => turnMark(question, day, n + 1));
		return (await this.list.record([...turns, ...question.heard.map(earlierMark)])).known;
	}

	/** The messages among these that came before a later question. */
	async saidEarlier(keys: string[]): Promise<Set<string>> {
		const known = await this.list.find(keys.map(earlierMark));
		return new Set(keys.filter((key) => known.has(earlierMark(key))));
	}
}
