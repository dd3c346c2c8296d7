import type { Failure } from './status';

/** Firewall pages are short. */
const MAX_CHARACTERS = 5_000;

const IS_PAGE = /^\s*<(?:!doctype html|html|head|body|iframe|script|meta|title)\b/i;
const REFUSES = /incapsula incident id|<iframe[^<>]*_incapsula_resource/i;
/** The firewall also adds this script to pages of the server behind it. */
const SCRIPT = /_incapsula_resource/i;
/** Elements whose text a browser does not show. */
const UNSEEN_BEGINS = /<(?:script|style|title|noscript)\b/i;
const UNSEEN_ENDS = /<\/(?:script|style|title|noscript)>/i;
const TAG = /<[^<>]*>/g;
const SAYS_NOTHING = /^(?:request unsuccessful\.)?$/i;

/** The firewall's owner finds the refused request by this number. */
const INCIDENT = /incapsula incident id: [\d-]{5,40}/i;

// Assumption: firewallPage
/**
 * The failure of a request that the firewall (Imperva) in front of the gateway refused; undefined for any other answer. The
 * gateway never saw the request. Source: gateway-api, section 15, row 4.
 */
export function firewallPage(answer: string): Failure | undefined {
	const page = answer.slice(0, MAX_CHARACTERS);
	if (!IS_PAGE.test(page)) return undefined;
	const saysNothing = SAYS_NOTHING.test(wordsOf(page));
	if (!REFUSES.test(page) && !(SCRIPT.test(page) && saysNothing)) return undefined;
	const [incident] = INCIDENT.exec(page) ?? [];
	return {
		meaning: 'A firewall in front of the service refused the request',
		hint: `Try again later. If that does not help, ask the support of the service to let the outgoing IP address of your n8n through their firewall${incident ? ` (${incident})` : ''}.`,
		outcome: 'rejected',
		retryable: true,
	};
}

/** The text that a browser shows of a page, without markup. */
const wordsOf = (page: string): string =>
	page
		.split(UNSEEN_ENDS)
		.map((piece) => piece.split(UNSEEN_BEGINS, 1)[0])
		.join(' ')
		.replace(TAG, ' ')
		.trim();
