import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage } from '../../gateway/messageLength';

/** Where the link belongs in a message. People write `{{ $execution.resumeUrl }}`: see `withLinkPlace`. */
export const LINK_PLACE = '{link}';

/** Query of the link for the run index. One letter, since a longer message may cost more. */
export const RUN_QUERY = 'n';

/** The same for the input item, where several people are asked. */
export const ITEM_QUERY = 'p';

/**
 * The link to the answer page of this run of the node, signed by n8n. n8n signs only the execution and the node, so the links
 * of two rounds of a loop would be the same; a query with the run index tells them apart, and one with the item
 * index the people who are asked. Run 0 and item 0 have none, to be short.
 */
export function answerLink(context: IExecuteFunctions, itemIndex: number): string {
	const query = Object.entries({ [RUN_QUERY]: runOf(context), [ITEM_QUERY]: itemIndex })
		.filter(([, number]) => number !== 0)
		.map(([name, number]) => [name, String(number)]);
	return context.getSignedResumeUrl(Object.fromEntries(query) as Record<string, string>);
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
