import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import { phoneKey } from '../../gateway/eventId';
import { Claim, SETTLED_MS } from '../memory/claim';
import { MarkList } from '../memory/markList';
import type { Question, QuestionState } from './watch';

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

	constructor(private readonly context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node', Infinity);
	}

	/** Takes a turn. What the person has said before can only answer earlier questions, which is noted with it. */
	async open(question: Question, id: string): Promise<QuestionState> {
		const day = today();
		const claim = new Claim(this.list, SETTLED_MS.event, `asks|${this.context.getExecutionId()}|${id}`, (turn) => [
			turnMark(question, day, Number(turn)),
		]);
		let turn = 1;
		for (; ; turn++) {
			const known = await claim.write([String(turn)]);
			if (known.has(turnMark(question, day, turn))) continue;
			const { lost } = await claim.confirm([String(turn)]);
			if (lost.length === 0) break;
		}
		// Whoever looks for a later turn takes it for a moment, and turns must have no gap.
		const turns = Array.from({ length: turn }, (_, n) => turnMark(question, day, n + 1));
		await this.list.record([...turns, ...question.heard.map(earlierMark)]);
		return { day, turn };
	}

	/** Whether the person was asked again since. */
	async isReplaced(question: Question, { day, turn }: QuestionState): Promise<boolean> {
		const later = Array.from({ length: today() - day }, (_, n) =>
			turnMark(question, day + 1 + n, 1),
		);
		const marks = [turnMark(question, day, turn + 1), ...later];
		if ((await this.list.peek(marks)).size === 0) return false;
		// Another question that looks at this very moment leaves such a mark, too, but not for long.
		await sleep(SETTLED_MS.event);
		return (await this.list.peek(marks)).size > 0;
	}

	/** Those of the messages that came before a later question. */
	async saidEarlier(keys: string[]): Promise<Set<string>> {
		const known = await this.list.peek(keys.map(earlierMark));
		return new Set(keys.filter((key) => known.has(earlierMark(key))));
	}
}
