import type { TransportFailure } from './transport';

/** Such pages are short. */
const MAX_CHARACTERS = 5_000;

const IS_PAGE = /^\s*<(?:!doctype html|html|head|body|iframe|script|meta|title)\b/i;
const REFUSES = /incapsula incident id|<iframe[^<>]*_incapsula_resource/i;
/** The script of the firewall, which it also puts into the pages of the server behind it. */
const SCRIPT = /_incapsula_resource/i;
/** The elements that a person does not read on a page. */
const UNSEEN_BEGINS = /<(?:script|style|title|noscript)\b/i;
const UNSEEN_ENDS = /<\/(?:script|style|title|noscript)>/i;
const TAG = /<[^<>]*>/g;
const SAYS_NOTHING = /^(?:request unsuccessful\.)?$/i;

/** The number by which the owner of a firewall finds what it refused. */
const INCIDENT = /incapsula incident id: [\d-]{5,40}/i;

// Assumption: firewallPage
/**
 * The failure of a request that the firewall in front of the gateway (Imperva) refused, from the page it answered with; undefined
 * for any other answer. The gateway has not seen the request. Source: gateway-api, section 15, row 4.
 */
export function firewallPage(answer: string): TransportFailure | undefined {
	const page = answer.slice(0, MAX_CHARACTERS);
	if (!IS_PAGE.test(page)) return undefined;
	const saysNothing = SAYS_NOTHING.test(wordsOf(page));
	if (!REFUSES.test(page) && !(SCRIPT.test(page) && saysNothing)) return undefined;
	const [incident] = INCIDENT.exec(page) ?? [];
	return {
		meaning: 'A firewall in front of the service refused the request',
		hint: `Try again later. If that does not help, ask the support of the service to let the outgoing IP address of your n8n through their firewall${incident ? ` (${incident})` : ''}.`,
		mayHaveArrived: false,
		retryable: true,
	};
}

/** What a person reads on a page. */
const wordsOf = (page: string): string =>
	page
		.split(UNSEEN_ENDS)
		.map((piece) => piece.split(UNSEEN_BEGINS, 1)[0])
		.join(' ')
		.replace(TAG, ' ')
		.trim();
