import type { IDataObject } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import type { Recipient, RecipientState } from '../../gateway/deliveryOutcome';
import type { GatewayTree } from '../../gateway/tree';

/** What is waited for, for all input items of the node that waits. It is the one item that the watcher gets. */
export interface Watch {
	/** When the first message was sent (milliseconds since 1970). */
	since: number;
	/** Whether the workflow stops when nothing is found out about a send of unknown outcome. */
	stopOnDoubt: boolean;
	/** One for each item that came out, in their order. */
	items: WatchedItem[];
}

export interface WatchedItem {
	/** What came out for the item before the wait. */
	json: IDataObject;
	/** Missing where there is nothing to wait for. */
	wait?: Wait;
}

/** Whose reports and messages are read, and how long an answer of the gateway may take. */
export interface Account {
	/** Username of a reseller's sub-account. */
	onBehalfOf?: string;
	timeoutSeconds: number;
}

/** From when and until when to wait (milliseconds since 1970), for delivery or for a reply. */
export interface Wait extends Account {
	begin: number;
	until: number;
	recipients?: Recipient[];
	question?: Question;
}

/** A question that is answered by text. */
export interface Question extends Conversation {
	/** The keys of what the person had written before they were asked. */
	heard: string[];
	/** Answers to tell apart. */
	choices?: string[];
	reminder?: Reminder;
}

/** A text to who has not answered by a time (milliseconds since 1970). */
export interface Reminder {
	at: number;
	/** What is sent (specification, sms). */
	body: GatewayTree;
}

/** What is known so far, by the index of the item. n8n keeps it with the execution, in its database. */
export interface Findings {
	/** In the order of the recipients. */
	states: Record<string, RecipientState[]>;
	questions: Record<string, QuestionState>;
	/** When incoming messages were last read (milliseconds since 1970). */
	readAt?: number;
	/** Why the last look brought nothing. */
	trouble?: string;
	/** Whether the gateway refuses to be asked: no later look will bring more. */
	refused?: boolean;
}

export const noFindings = (): Findings => ({ states: {}, questions: {} });

export interface QuestionState {
	/** Its turn among the questions of a day to the same person. */
	day: number;
	turn: number;
	/** When the person was reminded (milliseconds since 1970), or why they were not. */
	reminded?: { at?: number; failure?: string };
	/** Whether the person was asked again before they answered. */
	isReplaced?: true;
	/** `other`: what the record holds besides, where its fields are not known. */
	answer?: { text: string; respondedAt: string; other?: IDataObject };
}

/** A reply or a newer question ends the wait for a question. */
export const isSettled = (state: QuestionState | undefined): boolean =>
	state?.answer !== undefined || state?.isReplaced === true;

/** Groups what is waited for by account: the sub-account of a reseller has reports and messages of its own. */
export function byAccount<T extends { wait: Wait }>(open: T[]): Array<[T, ...T[]]> {
	const accounts = new Map<string | undefined, [T, ...T[]]>();
	for (const one of open) {
		const known = accounts.get(one.wait.onBehalfOf);
		if (known) known.push(one);
		else accounts.set(one.wait.onBehalfOf, [one]);
	}
	return [...accounts.values()];
}

/** Says what could not be looked up. */
export function troubleWith({ items }: Watch, cause: string): string {
	return `${subjectOf(items)} could not be looked up: ${cause}`;
}

/** What a wait is about, for sentences. */
export const subjectOf = (items: WatchedItem[]): 'Replies' | 'Delivery' =>
	items.some(({ wait }) => wait?.question) ? 'Replies' : 'Delivery';
