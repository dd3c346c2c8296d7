import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage } from '../../gateway/values/checks';
import { isInRanges } from '../connection/addressList';

/** Placeholder for the link in a message. People write `{{ $execution.resumeUrl }}`. */
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

/** Loopback, private, link-local, shared and unspecified addresses. */
const INTERNAL = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.168.0.0/16',
	'::/127',
	'fc00::/7',
	'fe80::/10',
];

const INTERNAL_NAME = /(^|\.)(localhost|local|lan|internal|home\.arpa|test|invalid)$/i;

/** Whether an address may be reachable from the internet. */
export function isReachable(url: string): boolean {
	// As browsers read it: 127.1 is 127.0.0.1.
	const host = (URL.canParse(url) ? new URL(url).hostname : '').replace(/^\[|\]$|\.$/g, '');
	if (host === '' || INTERNAL_NAME.test(host) || isInRanges(host, INTERNAL)) return false;
	// A name without a dot belongs to the local network.
	return host.includes('.') || host.includes(':');
}
