import type { IDataObject } from 'n8n-workflow';

import type { Conversation } from '../../gateway/events/conversation';
import type { TextedPhone, RecipientState } from '../../gateway/events/deliveryOutcome';
import { groupBy } from '../../gateway/values/lists';
import type { ReplyForm } from '../answers/question';

/** The waits for all input items. The watcher gets this as its only item. */
export interface Watch {
	/** When the first message was sent (milliseconds since 1970). */
	since: number;
	/** Whether the workflow stops if a send with an unknown outcome still has no delivery report at the end. */
	stopOnDoubt: boolean;
	/** One per output item, in order. */
	items: WatchedItem[];
}

export interface WatchedItem {
	json: IDataObject;
	/** Missing if there is nothing to wait for. */
	wait?: Wait;
}

/** Whose reports and messages to read, and the timeout of the requests. */
export interface WatchedAccount {
	/** Username of a reseller's sub-account. */
	onBehalfOf?: string;
	timeoutSeconds: number;
}

/** A wait for delivery or a reply, from `begin` to `until` (milliseconds since 1970). */
export interface Wait extends WatchedAccount {
	begin: number;
	until: number;
	recipients?: TextedPhone[];
	question?: WatchedQuestion;
}

export type AskedWait = Wait & { question: WatchedQuestion };

export const isAsked = (wait: Wait | undefined): wait is AskedWait => wait?.question !== undefined;

export interface WatchedQuestion extends Conversation, ReplyForm {
	/** Keys of messages that the person wrote before the question. */
	earlierKeys: string[];
}

/** The findings so far, by item index. n8n stores them in its database with the execution. */
export interface Findings {
	/** In the order of the recipients. */
	states: Record<string, RecipientState[]>;
	questions: Record<string, QuestionState>;
	/** When incoming messages were last read (milliseconds since 1970). */
	readAt?: number;
	/** Why the last look failed. */
	trouble?: string;
	/** Whether the gateway refused the last look. Later looks would fail too. */
	refused?: boolean;
}

export const noFindings = (): Findings => ({ states: {}, questions: {} });

export interface QuestionState {
	/** The question's number among those to the same person in an hour: see `OpenQuestions`. */
	hour: number;
	turn: number;
	/** Whether a newer question to the person ended this one. */
	isReplaced?: true;
	/** `other`: fields of the record that the node does not know. */
	answer?: { text: string; respondedAt: string; other?: IDataObject };
}

/** A reply or a newer question ends the wait. */
export const isSettled = (state: QuestionState | undefined): boolean =>
	state?.answer !== undefined || state?.isReplaced === true;

/** Groups waits by account: a sub-account has its own reports and messages. */
export const byAccount = <T extends { wait: Wait }>(open: T[]): Array<[T, ...T[]]> => [
	...groupBy(open, ({ wait }) => wait.onBehalfOf).values(),
];

/** A sentence: what could not be looked up, and why. */
export function troubleWith({ items }: Watch, cause: string): string {
	return `${subjectOf(items)} could not be looked up: ${cause}`;
}

export const subjectOf = (items: WatchedItem[]): 'Replies' | 'Delivery' =>
	items.some(({ wait }) => wait?.question) ? 'Replies' : 'Delivery';
