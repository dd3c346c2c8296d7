import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Conversation } from '../../../gateway/conversation';
import { runOf } from './answerLink';
import type { Page, Question } from './question';
import { NO_ANSWER } from './question';

/** Until when to wait, and for what: a page that is filled in, or a text from the person who was asked. */
export type Waiting = { until: Date } & ({ page: Page } | { conversation: Conversation });

/** n8n 1.x takes an answer by any link to the execution unless it is told to check the signature. */
type InN8n1 = { setSignatureValidationRequired?: () => void };

/** `outcome` of what comes out while there is no answer yet. */
export const WAITING = 'waiting';

/**
 * Puts the execution to wait and gives what the editor shows meanwhile. All that is needed later is kept with the
 * execution, in n8n's database.
 */
export async function waitForAnswer(
	context: IExecuteFunctions,
	until: Date,
	page: Page,
	item: INodeExecutionData,
): Promise<void> {
	const sent = { ...item.json };
	delete sent.outcome;
	const question: Question = { ...page, run: runOf(context), sent };
	context.getContext('node').question = question;
	// When the time is up, n8n passes on the input of the node as it is then. The arrays are those of the node before.
	const execution = context.getExecuteData();
	const unanswered = { ...item, json: { data: NO_ANSWER[page.way], outcome: 'timedOut', ...sent } };
	execution.data = { ...execution.data, main: [[unanswered]] };
	(context as InN8n1).setSignatureValidationRequired?.();
	await context.putExecutionToWait(until);
}
