import type { INodeExecutionData } from 'n8n-workflow';

import { waitForAnswer } from '../../answers/question';
import { isSent, sentAt } from '../run/fate';
import type { Earlier, Row } from '../run/row';
import type { Run } from '../run/run';

/** The page of a question by link that was sent; undefined for anything else. */
export function linkOf({ earlier, item, parts }: Row): Earlier['link'] {
	if (earlier) return earlier.link;
	const waiting = item?.sending?.waiting;
	const text = parts.find(({ fate }) => isSent(fate));
	if (!text || !waiting || !('page' in waiting)) return undefined;
	return { page: waiting.page, until: waiting.until(sentAt(text, Date.now())).getTime() };
}

/** If the run asks by link, which it does for its only item, makes the execution wait for an answer on the page. */
export async function waitForLink(
	{ context, rows: [row] }: Run,
	[output]: INodeExecutionData[],
): Promise<void> {
	const link = row && linkOf(row);
	if (!link) return;
	const sent = { ...output?.json };
	delete sent.outcome;
	await waitForAnswer(context, new Date(link.until), link.page, sent);
}
