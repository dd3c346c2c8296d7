import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import type { GatewayTree } from '../../gateway/tree';
import { runOf } from './answerLink';
import type { FormField } from './form';
import { noAnswers } from './form';

/**
 * How a person answers on the page behind the link. A form is not called as n8n calls its own, whose answers n8n reads itself.
 */
export type PageWay = 'approval' | 'form' | 'freeText';

/** How a person answers: there, or by a text of their own. */
export type Way = PageWay | 'smsReply';

/** What the page behind the link shows. */
export interface Page {
	way: PageWay;
	/** Who asks: the sender of the message. */
	sender: string;
	/** Empty for the one in the language of the message. */
	title: string;
	message: string;
	/** The labels of the buttons; empty for those in the language of the message. */
	confirmLabel: string;
	/** Missing where there is nothing to decline. */
	declineLabel?: string;
	/** What to choose from, where it is not between those two. */
	choices?: string[];
	/** Of a form. */
	fields?: FormField[];
	/** Whether others answer the same execution, which takes one answer at a time. */
	isShared?: boolean;
}

/** A person who was asked. */
export interface Asked {
	/** The input item. */
	item: number;
	page: Page;
	/** What is known about the message. It comes out with the answer. */
	sent: IDataObject;
}

/** A question that waits for its answer. */
export interface Question {
	/** The run of the node that asked: in a loop the same node asks again. */
	run: number;
	/** The first of them to answer decides. */
	people: Asked[];
	/** What became of the messages, where the first answer of several people decides. It comes out with the answer. */
	asked?: IDataObject[];
}

/** What comes out when there is no answer in time: the same fields, with nothing in them. */
export function noAnswer({ way, choices, fields = [] }: Page): IDataObject {
	if (way === 'form') return noAnswers(fields);
	if (way === 'freeText') return { text: '' };
	return choices ? { choice: '' } : { approved: false };
}

/** Until when to wait, and for what: a page that is filled in, or a text from the person who was asked. */
export type Waiting = { until: Date } & (
	| {
			page: Page;
			/** Whether everybody is to answer who is asked. */ isForAll: boolean;
			reminder?: Reminder;
	  }
	| { conversation: Conversation & { choices?: string[]; reminder?: Reminder } }
);

/** One more text to who has not answered, after some milliseconds. */
export interface Reminder {
	after: number;
	body: GatewayTree;
}

/** n8n 1.x takes an answer by any link to the execution unless it is told to check the signature. */
type InN8n1 = { setSignatureValidationRequired?: () => void };

/** `outcome` of what comes out while there is no answer yet. */
export const WAITING = 'waiting';

/**
 * Puts the execution to wait for an answer on the page. What the answer needs is stored with the execution, in n8n's
 * database.
 */
export async function waitForAnswer(
	context: IExecuteFunctions,
	until: Date,
	people: [Asked, ...Asked[]],
	asked?: IDataObject[],
): Promise<void> {
	const question: Question = { run: runOf(context), people, asked };
	context.getContext('node').question = question;
	// When the time is up, n8n passes on the input of the node: this puts the output for that case in its place, in new arrays,
	// since the old ones belong to the node before.
	const execution = context.getExecuteData();
	const [{ page, sent }] = people;
	const unanswered: INodeExecutionData = {
		json: { data: noAnswer(page), outcome: 'timedOut', ...(asked ? { asked } : sent) },
		pairedItem: people.map(({ item }) => ({ item })),
	};
	execution.data = { ...execution.data, main: [[unanswered]] };
	(context as InN8n1).setSignatureValidationRequired?.();
	await context.putExecutionToWait(until);
}
