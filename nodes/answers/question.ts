import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import type { Conversation } from '../../gateway/events/incomingMessage';
import { withAnswer } from '../output/replies';
import { inExecution } from '../memory/slots';
import { runOf } from './answerLink';

/** The page behind a link: buttons to approve and decline, or one for each choice. */
export interface Page {
	sender: string;
	message: string;
	/** Button labels. If empty, the page uses words in the message's language. */
	confirmLabel?: string;
	/** Missing if the person cannot decline. */
	declineLabel?: string;
	/** Whether a person who declines may give a reason, which a model reads. */
	asksReason?: boolean;
	/** Buttons instead of Approve and Decline. */
	choices?: string[];
}

/** One question, which everybody who got its link may answer. The first answer decides. */
export interface Question {
	/** The run index: in a loop, the same node asks again. */
	run: number;
	/** From when on the page takes no answer (milliseconds since 1970). */
	until: number;
	page: Page;
	/** The message's output fields, returned with the answer. */
	sent: IDataObject;
}

/** How long to wait, and for which answer. */
export type Waiting = {
	/** When the wait ends, for a question that goes out at `begin` (milliseconds since 1970). */
	until(begin: number): Date;
} & ({ page: Page } | { conversation: Conversation & ReplyForm });

export interface ReplyForm {
	/** The text that asks, as the phone gets it. */
	question?: string;
	choices?: string[];
	/** Whether the question showed the numbers of the choices. */
	isNumbered?: boolean;
}

/** The `outcome` until there is an answer. */
export const WAITING = 'waiting';

/** Whether a person reviews a model's call. n8n then gives the node its own type. */
export const isHumanReview = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('HitlTool');

/** Tells a model why nobody decided. Without this text, n8n says that the person rejected the call. */
const TIMED_OUT = 'Nobody has answered: the time to approve this is over. It was not carried out.';

/**
 * Milliseconds. n8n sets the timer that ends a wait up to 70 seconds before its end, and an answer does not stop it: it would end
 * the next wait of the execution (n8n 2.41.1, `wait-tracker.ts`). So the page closes before n8n sets the timer.
 */
const TIMER_MS = 75_000;

const endOf = (until: Date): Date =>
	until < WAIT_INDEFINITELY ? new Date(until.getTime() + TIMER_MS) : until;

/** Makes the execution wait for an answer on the page. n8n stores the question in its database with the execution. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	until: Date,
	page: Page,
	sent: IDataObject,
): Promise<void> {
	const question: Question = { run: runOf(context), until: until.getTime(), page, sent };
	inExecution(context, 'question').latest = question;
	const data = {
		...(page.choices ? { choice: '' } : { approved: false }),
		...(isHumanReview(context.getNode()) && { chatInput: TIMED_OUT }),
	};
	passOnAfterWait(context, [{ json: withAnswer(sent, { data, outcome: 'timedOut' }) }]);
	// A sub-workflow that ends late would answer this question: n8n resumes its parent from any wait that names no sub-workflow
	// (n8n 2.41.1, `workflow-helpers.ts`). Ours names itself, which never ends while it waits.
	context.setMetadata({ waitingChildExecutionIds: [context.getExecutionId()] });
	// Before n8n 2.14, n8n checks a link's signature only if told to.
	(context as { setSignatureValidationRequired?: () => void }).setSignatureValidationRequired?.();
	await context.putExecutionToWait(endOf(until));
}

/** Sets what n8n passes on where a wait ends without an output of the node: at its time limit, or if a person retries it. */
export function passOnAfterWait(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	const execution = context.getExecuteData();
	// n8n would pass on the node's input. The old arrays belong to the previous node.
	execution.data = { ...execution.data, main: [items] };
	// When the wait ends, n8n disables this object. Shared, it would skip all runs of the node that are due: nobody is texted,
	// and the input, which strangers may have written, passes for an answer.
	execution.node = { ...execution.node };
}
