import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Conversation } from '../../gateway/conversation';
import { personFirst } from '../output/replies';
import { inExecution } from '../memory/slots';
import { runOf } from './answerLink';
import type { FormField } from './form';
import { noAnswers } from './form';

/**
 * How a person answers on the page behind the link. `form` differs from n8n's name for its own forms: n8n reads the answers to
 * those itself.
 */
export type PageWay = 'approval' | 'form' | 'freeText';

/** How a person answers: on the page, or by SMS. */
export type Way = PageWay | 'smsReply';

/** What the page behind the link shows. */
export interface Page {
	way: PageWay;
	/** Who asks: the sender of the message. */
	sender: string;
	message: string;
	/** Labels of the buttons. If empty, the defaults in the language of the message. */
	confirmLabel?: string;
	/** Missing if the person cannot decline. */
	declineLabel?: string;
	/** Whether a person who declines may say why. A model reads the reason. */
	asksReason?: boolean;
	/** Choices that replace these two buttons. */
	choices?: string[];
	/** For a form. */
	fields?: FormField[];
}

export interface Asked {
	/** Index of the input item. */
	item: number;
	page: Page;
	/** Output fields of the message, returned with the answer. */
	sent: IDataObject;
}

/** A question that waits for its answer. */
export interface Question {
	/** Run index of the node: in a loop, the same node asks again. */
	run: number;
	/** The first person to answer decides. */
	people: Asked[];
	/** If the first of several people decides: the output of each message, returned with the answer. */
	asked?: IDataObject[];
}

/** The data when no answer comes in time: the same fields, empty. */
export function noAnswer({ way, choices, fields = [] }: Page): IDataObject {
	if (way === 'form') return noAnswers(fields);
	if (way === 'freeText') return { text: '' };
	return choices ? { choice: '' } : { approved: false };
}

/** How long to wait, and for which answer: on the page, or by a text from the person who was asked. */
export type Waiting = {
	/** When the wait for a question ends that goes out at this time (milliseconds since 1970). */
	until(begin: number): Date;
} & (
	| {
			page: Page;
	  }
	| { conversation: Conversation & ReplyForm }
);

/** How to read a reply by text. */
export interface ReplyForm {
	choices?: string[];
	/** Whether the text showed the numbers of the choices. */
	isNumbered?: boolean;
}

/** `outcome` while there is no answer yet. */
export const WAITING = 'waiting';

/** Whether a person reviews what a model is about to do. n8n gives the node a type of its own for that. */
export const isHumanReview = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('HitlTool');

/** For a model: why nothing was decided. Without such a text, n8n tells it that the person rejected its call. */
const TIMED_OUT = 'Nobody has answered: the time to approve this is over. It was not carried out.';

/** Puts the execution to wait for an answer on the page. The question is stored with the execution, in n8n's database. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	until: Date,
	people: [Asked, ...Asked[]],
	asked?: IDataObject[],
): Promise<void> {
	const question: Question = { run: runOf(context), people, asked };
	inExecution(context, 'question').latest = question;
	// When the time is up, n8n passes on the input of the node, so the output for that case replaces the input. It goes into new
	// arrays, because the old ones belong to the previous node.
	const execution = context.getExecuteData();
	const [{ page, sent }] = people;
	const data = {
		...noAnswer(page),
		...(isHumanReview(context.getNode()) && { chatInput: TIMED_OUT }),
	};
	const unanswered: INodeExecutionData = {
		json: asked
			? { data, outcome: 'timedOut', asked }
			: personFirst({ data, outcome: 'timedOut', ...sent }),
		pairedItem: people.map(({ item }) => ({ item })),
	};
	execution.data = { ...execution.data, main: [[unanswered]] };
	// Before n8n 2.14, n8n takes an answer by any link to the execution unless it is told to check the signature.
	(context as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();
	await context.putExecutionToWait(until);
}
