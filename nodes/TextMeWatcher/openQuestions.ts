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
 * What the executions of a workflow tell each other about questions that are answered by text, in n8n's list of the watcher.
 * One question to a person is open at a time: the newer one takes over. Questions to a person take turns, numbers that begin
 * anew each day. A question is replaced when the turn after its own is taken, or the first one of a later day.
 */
export class OpenQuestions {
	private readonly list: MarkList;

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node');
	}

	/** Takes a turn. */
	async open(question: Question): Promise<QuestionState> {
		const day = today();
		for (let turn = 1; ; turn++) {
			const known = await this.note(question, { day, turn });
			if (!known.has(turnMark(question, day, turn))) return { day, turn };
		}
	}

	/** Whether the person was asked again since. Notes the own turn again, which another worker may have written over. */
	async isReplaced(question: Question, state: QuestionState): Promise<boolean> {
		const { day, turn } = state;
		const later = Array.from({ length: today() - day }, (_, n) =>
			turnMark(question, day + 1 + n, 1),
		);
		await this.note(question, state);
		const { known } = await this.list.peek([turnMark(question, day, turn + 1), ...later]);
		return known.size > 0;
	}

	/**
	 * All turns up to this one: another question may be asking for one of them just now, and there must be no gap. What the
	 * person has said before can only answer earlier questions.
	 */
	private async note(question: Question, { day, turn }: QuestionState): Promise<Set<string>> {
		const turns = Array.from({ length: turn }, (_, n) => turnMark(question, day, n + 1));
		return (await this.list.record([...turns, ...question.heard.map(earlierMark)])).known;
	}

	/** Those of the messages that came before a later question. */
	async saidEarlier(keys: string[]): Promise<Set<string>> {
		const { known } = await this.list.peek(keys.map(earlierMark));
		return new Set(keys.filter((key) => known.has(earlierMark(key))));
	}
}
