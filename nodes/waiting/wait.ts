import type { IDataObject } from 'n8n-workflow';

import type { Conversation } from '../../gateway/events/conversation';
import type { ReplyForm } from '../answers/question';

/** A run's questions by text. The watcher gets this as its only item. */
export interface Watch {
	/** Before the first question was sent (milliseconds since 1970). */
	since: number;
	/** One per output item, in order. */
	items: WatchedItem[];
}

export interface WatchedItem {
	json: IDataObject;
	/** Missing if there is nothing to wait for. */
	question?: WatchedQuestion | undefined;
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
	/** By item index. */
	answers: Record<string, Answer>;
	/** When messages were last read (milliseconds since 1970). */
	readAt?: number;
	/** Why the last look failed: a sentence. */
	trouble?: string;
	/** Whether the gateway refused the last look. Later looks would fail too. */
	refused?: boolean;
}

/** `other`: fields of the record that the node does not know. */
interface Answer {
	text: string;
	respondedAt: string;
	other?: IDataObject;
}

export const noFindings = (): Findings => ({ answers: {} });

export const troubleBy = (cause: string): string => `Replies could not be looked up: ${cause}`;
