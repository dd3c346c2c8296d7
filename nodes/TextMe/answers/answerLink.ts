import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage } from '../../../gateway/messageLength';

/** Where the link belongs in a message. */
export const LINK_PLACE = '{link}';

/** Query of the link for the run index. One letter, since a longer message may cost more. */
export const RUN_QUERY = 'n';

/**
 * The link to the answer page of this run of the node, signed by n8n. n8n signs only the execution and the node, so the links
 * of two rounds of a loop would be the same; a query with the run index tells them apart. Run 0 has none, to be short.
 */
export function answerLink(context: IExecuteFunctions): string {
	const run = runOf(context);
	return context.getSignedResumeUrl(run === 0 ? {} : { [RUN_QUERY]: String(run) });
}

export const runOf = (context: IExecuteFunctions): number =>
	context.getWorkflowDataProxy(0).$runIndex as number;

/**
 * The message with its link in the place of `{link}`, otherwise on a line of its own at the end.
 * @throws InputError when the message with the link is too long
 */
export function textWithLink(message: string | number, link: string): string {
	const text = checkMessage(message);
	return checkMessage(
		text.includes(LINK_PLACE) ? text.replaceAll(LINK_PLACE, link) : `${text.trimEnd()}\n${link}`,
		'with the link',
	);
}

/** The message without the link, for the page. */
export const textWithoutLink = (message: string): string =>
	message
		.replaceAll(LINK_PLACE, '')
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();
