import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage } from '../../gateway/values/checks';

/** Placeholder for the link in a message. People write `{{ $execution.resumeUrl }}`: see `markLink`. */
export const LINK_PLACE = '{link}';

/** Query parameter for the run index. One letter, because a longer message may cost more. */
export const RUN_QUERY = 'n';

/**
 * The link to the answer page of this run, signed by n8n. It names the run, because a loop runs the node again. Leaves out 0, to
 * keep the link short.
 */
export function answerLink(context: IExecuteFunctions): string {
	const run = runOf(context);
	return context.getSignedResumeUrl(run === 0 ? {} : { [RUN_QUERY]: String(run) });
}

export const runOf = (context: IExecuteFunctions): number =>
	context.getWorkflowDataProxy(0).$runIndex as number;

/**
 * Puts the link where `{link}` is, or on a new line at the end. The last place counts, because a stranger's words may hold others.
 * @throws InputError if the message with the link is too long
 */
export function textWithLink(message: string | number, link: string): string {
	const text = checkMessage(message);
	const at = text.lastIndexOf(LINK_PLACE);
	const [before, after] = [text.slice(0, at), text.slice(at + LINK_PLACE.length)];
	return checkMessage(
		at < 0 ? `${text.trimEnd()}\n${link}` : `${before.replaceAll(LINK_PLACE, '')}${link}${after}`,
		'with the link',
	);
}

/** The message without its link, for the page. */
export const textWithoutLink = (message: string): string =>
	message
		.replaceAll(LINK_PLACE, '')
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();
