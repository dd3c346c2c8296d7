import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage } from '../../../gateway/messageLength';

/** Where the link belongs in a message. */
export const LINK_PLACE = '{link}';

/** Names the run of the node in the link. One letter, since every character of a text may cost. */
export const RUN_QUERY = 'n';

/**
 * Where a person answers this run of the node, signed by n8n. n8n signs the execution and the node only, so that the links
 * of two rounds of a loop would be one and the same: the run makes them differ. The first goes without, to be short.
 */
export function answerLink(context: IExecuteFunctions): string {
	const run = runOf(context);
	return context.getSignedResumeUrl(run === 0 ? {} : { [RUN_QUERY]: String(run) });
}

export const runOf = (context: IExecuteFunctions): number =>
	context.getWorkflowDataProxy(0).$runIndex as number;

/**
 * The text with its link: where `{link}` stands, or else on a line of its own at the end.
 * @throws InputError when the whole cannot be sent
 */
export function textWithLink(message: string | number, link: string): string {
	const text = checkMessage(message);
	return checkMessage(
		text.includes(LINK_PLACE) ? text.replaceAll(LINK_PLACE, link) : `${text.trimEnd()}\n${link}`,
		'with the link',
	);
}

/** What the message says besides the link, which the page has no use for. */
export const textWithoutLink = (message: string): string =>
	message
		.replaceAll(LINK_PLACE, '')
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();
