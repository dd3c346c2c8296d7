import type { IDataObject } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import type { Recipient, RecipientState } from '../../gateway/deliveryOutcome';
import { groupBy } from '../../gateway/lists';
import type { ReplyForm } from '../answers/question';

/** The waits for all input items of a node. This is the one item that the watcher gets. */
export interface Watch {
	/** When the first message was sent (milliseconds since 1970). */
	since: number;
	/** Whether the workflow stops if a send of unknown outcome has no delivery report in the end. */
	stopOnDoubt: boolean;
	/** One for each output item, in their order. */
	items: WatchedItem[];
}

export interface WatchedItem {
	/** The output of the item before the wait. */
	json: IDataObject;
	/** Missing where there is nothing to wait for. */
	wait?: Wait;
}

/** The account whose reports and messages are read, and the timeout of its requests. */
export interface Account {
	/** Username of a reseller's sub-account. */
	onBehalfOf?: string;
	timeoutSeconds: number;
}

/** A wait for delivery or for a reply, from `begin` until `until` (milliseconds since 1970). */
export interface Wait extends Account {
	begin: number;
	until: number;
	recipients?: Recipient[];
	question?: Question;
}

/** A wait for a reply. */
export type AskedWait = Wait & { question: Question };

export const isAsked = (wait: Wait | undefined): wait is AskedWait => wait?.question !== undefined;

/** A question that is answered by text. */
export interface Question extends Conversation, ReplyForm {
	/** The keys of the messages that the person wrote before they were asked. */
	heard: string[];
}

/** The findings so far, by the index of the item. n8n keeps them with the execution, in its database. */
export interface Findings {
	/** In the order of the recipients. */
	states: Record<string, RecipientState[]>;
	questions: Record<string, QuestionState>;
	/** When incoming messages were last read (milliseconds since 1970). */
	readAt?: number;
	/** Why the last look failed. */
	trouble?: string;
	/** Whether the gateway refused the last look: later looks would fail, too. */
	refused?: boolean;
}

export const noFindings = (): Findings => ({ states: {}, questions: {} });

export interface QuestionState {
	/** The turn of the question among those to the same person in an hour: see `OpenQuestions`. */
	hour: number;
	turn: number;
	/** Whether a newer question to the person ended this one. */
	isReplaced?: true;
	/** `other`: fields of the record that the node does not know. */
	answer?: { text: string; respondedAt: string; other?: IDataObject };
}

/** A reply or a newer question ends the wait for a question. */
export const isSettled = (state: QuestionState | undefined): boolean =>
	state?.answer !== undefined || state?.isReplaced === true;

/** Groups waits by account, since a sub-account of a reseller has its own reports and messages. */
export const byAccount = <T extends { wait: Wait }>(open: T[]): Array<[T, ...T[]]> => [
	...groupBy(open, ({ wait }) => wait.onBehalfOf).values(),
];

/** A sentence that says what could not be looked up, and why. */
export function troubleWith({ items }: Watch, cause: string): string {
	return `${subjectOf(items)} could not be looked up: ${cause}`;
}

/** The subject of a wait, for sentences. */
export const subjectOf = (items: WatchedItem[]): 'Replies' | 'Delivery' =>
	items.some(({ wait }) => wait?.question) ? 'Replies' : 'Delivery';
