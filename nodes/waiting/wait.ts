import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Conversation } from '../../gateway/events/conversation';
import { choiceIn } from '../../gateway/texts/choices';
import type { ReplyForm } from '../answers/question';
import { withAnswer } from '../output/replies';

/** A run's questions by text. The watcher gets this as its only item. */
export interface Watch {
	/** Before the first question was sent (milliseconds since 1970). */
	since: number;
	/** One per output item, in order. */
	items: Array<{ json: IDataObject; question?: WatchedQuestion | undefined }>;
}

/** A question that waits from `begin` to `until` (milliseconds since 1970). */
export interface WatchedQuestion extends Conversation, ReplyForm {
	begin: number;
	until: number;
	isScheduled: boolean;
	/** Keys of messages that were there before the question. */
	earlierKeys: string[];
	/** Username of a reseller's sub-account. */
	onBehalfOf?: string;
	/** Of requests. */
	timeoutSeconds: number;
}

/** The findings so far. n8n stores them in its database with the execution. */
export interface Findings {
	/** By item index. `other`: fields of the record that the node does not know. */
	answers: Record<string, { text: string; respondedAt: string; other?: IDataObject }>;
	/** When messages were last read (milliseconds since 1970). */
	readAt?: number;
	/** Why the last look failed: a sentence. */
	trouble?: string;
	/** Whether the gateway refused the last look. Later looks would fail too. */
	refused?: boolean;
}

export const troubleBy = (cause: string): string => `Replies could not be looked up: ${cause}`;

/** The output of every item if the wait ended now, in the form of an answer by link. */
export function outcomesOf(
	{ items }: Watch,
	{ answers, trouble }: Findings,
	now = Date.now(),
): INodeExecutionData[] {
	const outputs = items.map(({ json, question }, item) => {
		if (!question) return json;
		const { until, choices, isNumbered = false } = question;
		const { text = '', ...more } = answers[item] ?? {};
		const sent = { ...json };
		delete sent.outcome;
		const choice = choices && { choice: choiceIn(text, choices, isNumbered) ?? '' };
		const outcome = answers[item] ? 'answered' : now < until ? 'unknown' : 'timedOut';
		if (trouble && !answers[item]) sent.result = `${String(sent.result)}. ${trouble}`;
		return withAnswer(sent, { outcome, data: { text, ...choice }, ...more });
	});
	return outputs.map((json, item) => ({ json, pairedItem: { item } }));
}
