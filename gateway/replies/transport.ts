import { CHECK_ADDRESS } from '../wire/credential';
import type { Failure } from './status';

/** The gateway did nothing. */
const rejected = (meaning: string, hint: Failure['hint'], retryable = false): Failure => ({
	meaning,
	hint,
	outcome: 'rejected',
	retryable,
});

const NO_CONNECTION = rejected(
	'The service could not be reached',
	`${CHECK_ADDRESS}, or try again later.`,
	true,
);
const CUT_HANDSHAKE = rejected(
	'The connection to the service broke before it was secure',
	`${CHECK_ADDRESS}, and that the certificate of its address is valid. The service needs TLS 1.2 or newer.`,
	true,
);

const perhapsDone = (meaning: string): Failure => ({
	meaning,
	hint: 'The request may have been carried out.',
	outcome: 'unknown',
	retryable: true,
});
const NO_ANSWER = perhapsDone('The service did not answer in time');
const CONNECTION_LOST = perhapsDone(
	'The connection to the service broke before its answer was complete',
);

/** Node's codes. `ERR_CANCELED`: our own deadline ended the request. */
const CODES: ReadonlyArray<readonly [RegExp, Failure]> = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		rejected(
			'The address of the service could not be found',
			`${CHECK_ADDRESS}, and that your n8n can reach the internet.`,
			true,
		),
	],
	[/^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, NO_CONNECTION],
	[
		/^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER)|SELF_SIGNED_CERT/,
		rejected('No secure connection to the service could be made', CUT_HANDSHAKE.hint),
	],
	[/^(ETIMEDOUT|ECONNABORTED|ERR_CANCELED)$/, NO_ANSWER],
];

const BROKE_DURING_TLS_HANDSHAKE = /before secure TLS connection was established/i;

export interface RequestError {
	code?: string;
	syscall?: string;
	message?: string;
	request?: {
		/** `null` until connected. With https, `secureConnecting` stays true until the handshake is complete. */
		socket?: { secureConnecting?: boolean } | null;
	};
}

/** Whether a request failed under way. Otherwise nothing was sent: n8n refused to make it, or a proxy to pass it on. */
export const isTransportError = ({ code, request }: RequestError): boolean =>
	code !== undefined || Boolean(request?.socket);

/** What happened, with the status that says so. */
export const happened = ({ meaning, status, httpStatus }: Failure): string =>
	[
		meaning,
		status === undefined ? '' : ` (status ${status})`,
		httpStatus === undefined ? '' : ` (HTTP ${httpStatus})`,
	].join('');

/** Replaces the hint "may have been carried out" for a request that changes nothing even if it arrived. */
export const withoutEffect = (failure: Failure): Failure =>
	failure.hint === NO_ANSWER.hint ? { ...failure, hint: 'Try again in a moment.' } : failure;

/** Classifies a failed request by Node's error. After an unknown error, assume that the request may have arrived. */
export function transportFailure({
	code = '',
	syscall,
	message = '',
	request,
}: RequestError): Failure {
	// What fails while connecting comes before the request. A timeout of the answer has no syscall.
	if (syscall === 'connect') return NO_CONNECTION;
	const [, known = CONNECTION_LOST] = CODES.find(([codes]) => codes.test(code)) ?? [];
	if (known.outcome === 'rejected') return known;
	// Node writes a request only after the handshake.
	const isBeforeRequest =
		request?.socket === null ||
		request?.socket?.secureConnecting === true ||
		BROKE_DURING_TLS_HANDSHAKE.test(message);
	if (!isBeforeRequest) return known;
	return known === NO_ANSWER ? NO_CONNECTION : CUT_HANDSHAKE;
}

const NO_ACCESS = rejected(
	'The service refused access',
	'Check the username and the token in the credential, and add the IP address of your n8n to the authorized addresses of the account (My Account → Settings).',
);

/** By HTTP status, or its first digit. */
const HTTP_FAILURES: Readonly<Record<number, Failure>> = {
	401: NO_ACCESS,
	402: NO_ACCESS,
	403: NO_ACCESS,
	404: rejected('The service is not at this address', `${CHECK_ADDRESS}.`),
	407: rejected(
		'The proxy wants a username and password',
		'Add them to the address of the proxy in the environment of n8n (HTTPS_PROXY, HTTP_PROXY or ALL_PROXY): http://user:password@host:port.',
	),
	429: rejected(
		'The service receives too many requests from you',
		'Wait a little and try again.',
		true,
	),
	3: rejected(
		'The service answers from another address',
		"In the credential, set 'Service' to 'Other Address' and enter that address. The node follows no redirects, so that the token stays with one host.",
	),
	4: rejected('The service did not accept the request', `${CHECK_ADDRESS}, and what you send.`),
	5: {
		meaning: 'The service is not working properly at the moment',
		hint: 'Try again later.',
		outcome: 'unknown',
		retryable: true,
	},
};

// Assumption: httpErrors
/** What an HTTP status means everywhere; undefined for 2xx. The specification shows only HTTP 200. */
export function httpFailure(statusCode: number): Failure | undefined {
	const kind = Math.floor(statusCode / 100);
	if (kind === 2) return undefined;
	return (
		HTTP_FAILURES[statusCode] ??
		HTTP_FAILURES[kind] ?? {
			meaning: 'The service gave an unexpected answer',
			hint: 'Try again later.',
			outcome: 'unknown',
			retryable: false,
		}
	);
}

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
 * The failure of a request that the firewall (Imperva) refused, so that the gateway never saw it; undefined for any other answer.
 * Source: gateway-api, section 15, row 4.
 */
export function firewallPage(answer: string): Failure | undefined {
	const page = answer.slice(0, MAX_CHARACTERS);
	if (!IS_PAGE.test(page)) return undefined;
	const seen = page.split(UNSEEN_ENDS).map((piece) => piece.split(UNSEEN_BEGINS, 1)[0]);
	const saysNothing = SAYS_NOTHING.test(seen.join('').replace(TAG, '').trim());
	if (!REFUSES.test(page) && !(SCRIPT.test(page) && saysNothing)) return undefined;
	const [incident] = INCIDENT.exec(page) ?? [];
	return rejected(
		'A firewall in front of the service refused the request',
		`Try again later. If that does not help, ask the support of the service to let the outgoing IP address of your n8n through their firewall${incident ? ` (${incident})` : ''}.`,
		true,
	);
}

/** The service's own words, as a sentence. */
export const serviceSaid = (words: string): string =>
	`The service said: "${words}"${/[.!?]$/.test(words) ? '' : '.'}`;
