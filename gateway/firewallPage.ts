import type { TransportFailure } from './transport';

const IS_PAGE = /^\s*<(?:!doctype html|html|head|body|iframe|script|meta|title)\b/i;

/** Imperva's script or frame. It also puts the script into the pages of the server behind it. */
const RESOURCE = '_incapsula_resource';

/**
 * What the pages of firewalls say when they refuse a request, in lower case: Imperva, Cloudflare, F5.
 * Source: gateway-api, section 15, row 4; the others as they are commonly met.
 */
const REFUSALS: ReadonlyArray<readonly string[]> = [
	['incapsula incident id'],
	['you have been blocked', 'cloudflare'],
	['requested url was rejected. please consult'],
];

/** The number by which the owner of a firewall finds what it refused. */
const INCIDENT =
	/(?:Incapsula incident ID|Cloudflare Ray ID|support ID(?: is)?)[: ]{1,3}[\da-f-]{5,}/i;
const MAX_INCIDENT = 60;

/** Such pages are short. */
const MAX_CHARACTERS = 20_000;

// Assumption: firewallPage
/**
 * The failure of a request that a firewall in front of the gateway refused, from the page it answered with; undefined for any
 * other answer. The gateway has not seen the request.
 */
export function firewallPage(answer: string): TransportFailure | undefined {
	if (!IS_PAGE.test(answer)) return undefined;
	const page = answer.slice(0, MAX_CHARACTERS);
	const words = wordsIn(page);
	const [lower, said] = [page.toLowerCase(), words.toLowerCase()];
	const isSaid = REFUSALS.some((refusal) => refusal.every((part) => lower.includes(part)));
	const isSilent = lower.includes(RESOURCE) && ['', 'request unsuccessful.'].includes(said);
	if (!isSaid && !isSilent && !hasFrame(lower)) return undefined;
	const incident = INCIDENT.exec(words)?.[0].slice(0, MAX_INCIDENT);
	return {
		meaning: 'A firewall in front of the service refused the request',
		hint: `Nothing was sent. Try again later. If that does not help, ask the support of the service to let the outgoing IP address of your n8n through their firewall${incident ? ` (${incident})` : ''}.`,
		mayHaveArrived: false,
		retryable: true,
	};
}

/** Imperva shows its refusal in a frame. */
const hasFrame = (lower: string): boolean =>
	lower.split('<iframe').some((part, at) => at > 0 && part.split('>', 1)[0]?.includes(RESOURCE));

const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title', 'noscript']);

/** What a person reads on a page. */
function wordsIn(page: string): string {
	let unseen: string | undefined;
	const texts = page.split('<').map((piece) => {
		const [name = ''] = /^\/?\w{1,20}/.exec(piece.toLowerCase()) ?? [];
		if (unseen !== undefined && name !== `/${unseen}`) return '';
		unseen = UNSEEN.has(name) ? name : undefined;
		return unseen === undefined ? piece.slice(piece.indexOf('>') + 1) : '';
	});
	return texts.join(' ').split(/\s+/).filter(Boolean).join(' ');
}
