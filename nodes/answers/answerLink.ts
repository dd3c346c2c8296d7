import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage } from '../../gateway/checks';

/** Placeholder for the link in a message. People write `{{ $execution.resumeUrl }}`: see `markLink`. */
export const LINK_PLACE = '{link}';

/** Query parameter of the link for the run index. One letter, because a longer message may cost more. */
export const RUN_QUERY = 'n';

/** Query parameter of the link for the input item, when several people are asked. */
export const ITEM_QUERY = 'p';

/**
 * The link to the answer page of this run of the node, signed by n8n. n8n signs only the execution and the node, so the link
 * needs the run index to tell the rounds of a loop apart, and the item index to tell the people apart. The index 0 is left out
 * to keep the link short.
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
 * Puts the link in the place of `{link}`, or on a line of its own at the end of the message.
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
