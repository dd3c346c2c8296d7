import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { CHECK_ADDRESS, maskText, maskValue, mayHold } from '../../gateway/wire/credential';
import { doubtfulPhones } from '../../gateway/phones/people';
import { decodeReply } from '../../gateway/wire/decode';
import {
	firewallPage,
	httpFailure,
	isBeforeTunnel,
	isTransportError,
	proxyRefusal,
	transportFailure,
} from '../../gateway/replies/transport';
import { judgeStatus, STATUS_CODES } from '../../gateway/replies/status';
import type { ClientRequest, RequestError } from '../../gateway/replies/transport';
import type { ReplyTree } from '../../gateway/values/tree';
import type { Account, GatewayContext } from './account';
import type { GatewayCall, GatewayReply } from './call';
import type { CallFailure } from './gatewayError';
import { deadline, readBody, readSoon } from './replyBody';
import type { ReplyStream } from './replyBody';

/** Replies of this operation may return a token, so the operations mask it themselves. */
const TOKEN_ROOT = 'getApiToken';

export const STOPPED: CallFailure = {
	meaning: 'The execution was stopped',
	hint: '',
	outcome: 'rejected',
	retryable: false,
};

/** Node's longest timer; a longer one would fire at once. */
const MAX_TIMER = 2 ** 31 - 1;
export const timerOf = (seconds: number): number => Math.min(seconds * 1000, MAX_TIMER);

const OK = 200;

type Attempt = GatewayReply | CallFailure;

export async function attemptCall(
	context: GatewayContext,
	call: GatewayCall,
	request: IHttpRequestOptions,
	{ token, baseUrl }: Pick<Account, 'token' | 'baseUrl'>,
	stop: AbortSignal | undefined,
): Promise<Attempt> {
	const { signal, end } = deadline(timerOf(call.timeoutSeconds), stop);
	// In an execution, n8n takes a request's abort signal only from `this`.
	const within = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as GatewayContext;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			within,
			'textMeApi',
			{ ...request },
		)) as IN8nHttpFullResponse;
		const { statusCode, headers } = response;
		const stream = response.body as unknown as ReplyStream;
		const contentType = String(headers['content-type'] ?? '');
		const http = statusCode === OK ? undefined : httpFailure(statusCode);
		if (!http) return judge(call, await readBody(stream, contentType), token);
		const retryAfter = retryAfterOf(headers['retry-after']);
		const mayBeReply = mayBeOfGateway(stream, contentType, baseUrl);
		const body = mayBeReply ? await readSoon(stream, contentType, signal) : '';
		if (!mayBeReply && isBeforeTunnel(cutOff(stream, end))) {
			return { ...proxyRefusal(statusCode), retryAfter };
		}
		return withJudgedBody(
			{ ...http, httpStatus: statusCode, retryAfter },
			judge(call, body, token),
		);
	} catch (error) {
		const failure = connectionFailure(error);
		if (!stop?.aborted) return failure;
		const { hint, outcome } = failure;
		return { ...STOPPED, ...(outcome === 'unknown' && { hint, outcome }) };
	} finally {
		end();
	}
}

/**
 * Whether the body of an HTTP error may be a reply of the gateway. Some n8n versions do not expose the request. Then only
 * aborting the answer shows whether it came from a proxy, so we read the body only if its type is that of a reply.
 */
const mayBeOfGateway = ({ req }: ReplyStream, contentType: string, baseUrl: string): boolean =>
	req ? !isBeforeTunnel(req) : baseUrl.startsWith('http:') || /[/+](json|xml)\b/i.test(contentType);

/** Combines an HTTP error with its body. Many servers repeat the HTTP status as `status` in the body. */
function withJudgedBody(http: CallFailure, judged: Attempt): CallFailure {
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
	return { ...judged, httpStatus: http.httpStatus, retryAfter: http.retryAfter };
}

function judge(
	{ root, body, effect, onBehalfOf, secrets: secretsOf }: GatewayCall,
	text: string | undefined,
	token: string,
): Attempt {
	if (text === undefined) return TOO_LARGE;
	const reply = decodeReply(text, root);
	if (reply.kind === 'unreadable') {
		const refusal = firewallPage(text);
		if (refusal) return { ...refusal, httpStatus: OK };
		// An unreadable text may contain other secrets, or half of the token where it was cut.
		const isHarmless = !secretsOf && maskText(text, [token]) === text;
		return { ...UNREADABLE, excerpt: isHarmless ? reply.excerpt : undefined };
	}
	// Only the token operations return a token; we mask it in all other replies.
	const tokenToMask = root === TOKEN_ROOT ? [] : [token];
	const secrets = [...(secretsOf?.(reply.tree) ?? []), ...tokenToMask];
	const verdict = judgeStatus(root, reply.status, effect, Boolean(onBehalfOf), reply.tree);
	const message = maskText(reply.message, secrets);
	const named = !verdict.ok && reply.status === WRONG_LENGTH ? doubtfulPhones(body()) : '';
	const isMasked = mayHold(text, tokenToMask);
	const tree = isMasked ? (maskValue(reply.tree, tokenToMask) as ReplyTree) : reply.tree;
	if (verdict.ok) return { ...reply, tree, message, text, secrets };
	return {
		...verdict,
		...(named && { hint: `${verdict.hint} Numbers in question: ${named}.` }),
		status: reply.status,
		gatewayMessage: message,
	};
}

/** Aborts a reply and returns its request; from the HTTP client's error if n8n does not expose it. */
function cutOff(stream: ReplyStream, end: () => void): ClientRequest | undefined {
	let request = stream.req;
	stream.once('error', (error) => (request ??= (error as RequestError).request));
	end();
	return request;
}

/** The status for a phone number of the wrong length. The gateway does not say which number (specification, Errors). */
const WRONG_LENGTH = 9;

const UNREADABLE: CallFailure = {
	meaning: 'The answer is not from the service',
	hint: `${CHECK_ADDRESS}. A proxy or a maintenance page may have answered.`,
	outcome: 'unknown',
	retryable: true,
};

const TOO_LARGE: CallFailure = {
	...UNREADABLE,
	meaning: 'The answer of the service is too long',
	retryable: false,
};

/** The HTTP client's error, as n8n wraps it. */
interface WrappedError {
	name: string;
	message: string;
	cause?: RequestError;
	code?: string;
	/** The HTTP status, or the HTTP client's code if there was no answer: `ECONNRESET`. */
	httpCode?: string | null;
}

/** n8n wraps the HTTP client's error. Any other error is from before the request. */
function connectionFailure(error: unknown): CallFailure {
	const { name, message, cause, code, httpCode } = error as WrappedError;
	if (cause && isTransportError(cause)) return transportFailure(cause);
	if (code !== undefined) return transportFailure(error as RequestError);
	// Earlier versions of n8n 2 leave out the cause, and its text may be empty.
	if (name === 'NodeApiError' && cause === undefined) {
		return transportFailure({ code: httpCode ?? undefined, message });
	}
	return { meaning: message, hint: '', outcome: 'rejected', retryable: false };
}

/** A Retry-After header in milliseconds; undefined for a date: then the usual pause applies. */
function retryAfterOf(header: unknown): number | undefined {
	const seconds = Number(header);
	return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
