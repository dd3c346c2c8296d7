import type { IExecuteFunctions } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import { phoneKey } from '../../gateway/eventId';
import { Claims } from '../memory/claims';
import { ProcessedList } from '../memory/processedList';

/** Marks that are kept for a workflow, the latest. A question leaves one for its answer. */
const MAX_MARKS = 10_000;

/** Questions to one person that can be told apart while none of them is answered. */
const PLACES = Array.from({ length: 16 }, (_, index) => index + 1);

const of = ({ phone, sender }: Conversation) => `${phoneKey(phone)}|${phoneKey(sender)}`;
const openMark = (conversation: Conversation, place: number) => `open|${of(conversation)}|${place}`;
const answerMark = (key: string, questionId: string) => `answer|${questionId}|${key}`;
const earlierMark = (key: string) => `earlier|${key}`;

/**
 * What the executions of a workflow tell each other about questions that wait for a reply, in n8n's database. A person
 * answers what they were asked last, so a reply is left to the question asked last. It becomes the answer of one only.
 */
export class OpenQuestions {
	private readonly list: ProcessedList;
	private readonly claims: Claims;

	constructor(context: IExecuteFunctions) {
		this.list = ProcessedList.of(context, 'node', MAX_MARKS);
		// A node is not told whether it runs in one of several workers.
		this.claims = new Claims(this.list, true, context.logger);
	}

	/** Notes a question and gives its place among those to the same person. `heard` can only answer earlier ones. */
	async open(conversation: Conversation, heard: string[]): Promise<number> {
		const open = await this.list.peek(PLACES.map((place) => openMark(conversation, place)));
		const last = Math.max(0, ...PLACES.filter((place) => open.has(openMark(conversation, place))));
		const place = Math.min(last + 1, PLACES.length);
		const earlier = last > 0 ? heard.map(earlierMark) : [];
		await this.list.record([openMark(conversation, place), ...earlier]);
		return place;
	}

	async close(conversation: Conversation, place: number): Promise<void> {
		await this.list.forget([openMark(conversation, place)]);
	}

	/** Those of the messages that are not for a question that was asked later. */
	async notForLater(
		conversation: Conversation,
		place: number,
		keys: string[],
	): Promise<Set<string>> {
		const later = PLACES.slice(place).map((each) => openMark(conversation, each));
		const known = await this.list.peek([...later, ...keys.map(earlierMark)]);
		const isLast = !later.some((mark) => known.has(mark));
		return new Set(keys.filter((key) => isLast || known.has(earlierMark(key))));
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
		this.claims.hold([key])();
		this.claims.done([key]);
		return true;
	}
}
