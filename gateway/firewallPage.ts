import type { TransportFailure } from './transport';

const IS_PAGE =
	/^\uFEFF?\s*(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body|iframe|script|meta|title)\b/i;

/**
 * What the pages of firewalls say when they refuse a request: Imperva in words or with a frame, Cloudflare, F5. Imperva also
 * puts its script into the pages of the server behind it, so a script alone says nothing beside a text.
 * Source: gateway-api, section 15, row 4; the others as they are commonly met.
 */
const REFUSALS: readonly RegExp[] = [
	/Incapsula incident ID/i,
	/<iframe\b[^>]*_Incapsula_Resource/i,
	/you have been blocked[^]*cloudflare|cloudflare[^]*you have been blocked/i,
	/requested URL was rejected\. Please consult/i,
];
const SCRIPT_OF_IMPERVA = /_Incapsula_Resource/;
/** What a person does not see, or learns nothing from. */
const UNSEEN =
	/Request unsuccessful\.?|<!--[^]*?-->|<(script|style|title|noscript)\b[^]*?<\/\1\s*>|<[^>]*>|\s+/gi;

/** The number by which the owner of a firewall finds what it refused. */
const INCIDENT =
	/(?:Incapsula incident ID|Cloudflare Ray ID|support ID(?: is)?)\s*:?\s*[\da-f][\da-f-]{5,40}\b/i;

/** Such pages are short. */
const MAX_CHARACTERS = 20_000;

// Assumption: firewallPage
/**
 * The failure of a request that a firewall in front of the gateway refused, from the page it answered with; undefined for any
 * other answer. The gateway has not seen the request.
 */
export function firewallPage(answer: string): TransportFailure | undefined {
	const page = answer.slice(0, MAX_CHARACTERS);
	if (!IS_PAGE.test(page)) return undefined;
	const isBlank = SCRIPT_OF_IMPERVA.test(page) && page.replace(UNSEEN, '') === '';
	if (!isBlank && !REFUSALS.some((refusal) => refusal.test(page))) return undefined;
	const [incident] = INCIDENT.exec(page.replace(/<[^>]*>|\s+/g, ' ').replace(/ +/g, ' ')) ?? [];
	return {
		meaning: 'A firewall in front of the service refused the request',
		hint: `Nothing was sent. Try again later. If that does not help, ask the support of the service to let the outgoing IP address of your n8n through their firewall${incident ? ` (${incident})` : ''}.`,
		mayHaveArrived: false,
		retryable: true,
	};
}
