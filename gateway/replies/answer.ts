import type { ReplyTree } from '../values/tree';
import { CHECK_ADDRESS, maskText, maskValue, mayHold } from '../wire/credential';
import { decodeReply } from '../wire/decode';
import type { DecodedReply } from '../wire/decode';
import { judgeStatus, STATUS_CODES } from './status';
import type { Effect, Failure } from './status';
import { firewallPage, httpFailure } from './transport';

/** A reply whose status is a success. `message` has its `secrets` masked; `tree` may contain all but the token, `text` all of them. */
export type GatewayReply = Extract<DecodedReply, { kind: 'reply' }> & {
	text: string;
	secrets: string[];
};

/** What was asked of the gateway, as far as the answer depends on it. */
export interface Asked {
	root: string;
	effect: Effect;
	/** Username of the sub-account to act for. */
	onBehalfOf?: string;
	/** The secrets to mask in the request and its reply. */
	secrets?(reply?: ReplyTree): string[];
}

/** Replies of this operation may return a token, so the operations mask it themselves. */
const TOKEN_ROOT = 'getApiToken';

const OK = 200;

const UNREADABLE: Failure = {
	meaning: 'The answer is not from the service',
	hint: `${CHECK_ADDRESS}. A proxy or a maintenance page may have answered.`,
	outcome: 'unknown',
	retryable: true,
};

const TOO_LARGE: Failure = {
	...UNREADABLE,
	meaning: 'The answer of the service is too long',
	retryable: false,
};

/** Judges an answer by its body, and by its HTTP status if that is an error. @param text `undefined` if it is too long */
export function judgeAnswer(
	asked: Asked,
	httpStatus: number,
	text: string | undefined,
	token: string,
): GatewayReply | Failure {
	const http = httpStatus === OK ? undefined : httpFailure(httpStatus);
	const judged = judgeText(asked, text, token);
	return http ? withBody({ ...http, httpStatus }, judged) : judged;
}

/** Combines an HTTP error with its body. Many servers repeat the HTTP status as `status` in the body. */
function withBody(http: Failure, judged: GatewayReply | Failure): Failure {
	if ('tree' in judged) return { ...http, gatewayMessage: judged.message, outcome: 'unknown' };
	const { status, gatewayMessage } = judged;
	if (status === undefined) {
		// A firewall's 5xx may be about the server behind it.
		return [judged.outcome, http.outcome].includes('unknown')
			? http
			: { ...judged, httpStatus: http.httpStatus };
	}
	if (status === http.httpStatus) return { ...http, gatewayMessage };
	if (!STATUS_CODES.includes(status)) return { ...http, status, gatewayMessage };
	return { ...judged, httpStatus: http.httpStatus };
}

function judgeText(
	{ root, effect, onBehalfOf, secrets: secretsOf }: Asked,
	text: string | undefined,
	token: string,
): GatewayReply | Failure {
	if (text === undefined) return TOO_LARGE;
	const reply = decodeReply(text, root);
	if (reply.kind === 'unreadable') {
		const page = firewallPage(text);
		if (page) return { ...page, httpStatus: OK };
		// An unreadable text may contain other secrets, or half of the token where it was cut.
		const isHarmless = !secretsOf && maskText(text, [token]) === text;
		return { ...UNREADABLE, gatewayMessage: isHarmless ? reply.excerpt : undefined };
	}
	// Only the token operations return a token; we mask it in all other replies.
	const tokenToMask = root === TOKEN_ROOT ? [] : [token];
	const secrets = [...(secretsOf?.(reply.tree) ?? []), ...tokenToMask];
	const refusal = judgeStatus(root, reply.status, effect, Boolean(onBehalfOf), reply.tree);
	const message = reply.message && maskText(reply.message, secrets);
	if (!refusal) {
		const isMasked = mayHold(text, tokenToMask);
		const tree = isMasked ? (maskValue(reply.tree, tokenToMask) as ReplyTree) : reply.tree;
		return { ...reply, tree, message, text, secrets };
	}
	return { ...refusal, status: reply.status, gatewayMessage: message };
}
