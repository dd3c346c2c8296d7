import type { INodeExecutionData } from 'n8n-workflow';

import type { Waiting } from '../../answers/question';
import { waitForAnswer } from '../../answers/question';
import type { Sending } from '../operation';
import { isSent, sentAt } from '../run/fate';
import type { Item } from '../run/row';
import type { Run } from '../run/run';

export const waitingFor = ({ value }: Item): Waiting | undefined => (value as Sending).waiting;

/** If the run asks by link, which it does for its only item, makes the execution wait for an answer on the page. */
export async function waitForLink(
	{ context, rows: [row] }: Run,
	[output]: INodeExecutionData[],
): Promise<void> {
	const waiting = row?.item && waitingFor(row.item);
	const text = row?.parts.find(({ fate }) => isSent(fate));
	if (!text || !waiting || !('page' in waiting)) return;
	const sent = { ...output?.json };
	delete sent.outcome;
	await waitForAnswer(context, waiting.until(sentAt(text, Date.now())), waiting.page, sent);
}
