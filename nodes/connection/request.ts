import { NodeOperationError, sleep } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { encodeRequest } from '../../gateway/wire/encode';
import { redirected } from '../../gateway/texts/rehearse';
import type { Account, GatewayContext } from './account';
import { accountOf } from './account';
import { attemptCall, STOPPED, timerOf } from './attempt';
import type { GatewayCall, GatewayReply, Written } from './call';
import { gatewayError } from './gatewayError';
import type { CallFailure } from './gatewayError';
import { aborted } from './replyBody';

/** Milliseconds before each retry. */
const BACK_OFF = [500, 2000];
const MAX_WAIT = 30_000;

/**
 * The only way to the gateway, apart from `testCredential`. Retries a read if that can help, and nothing else: what sends may
 * be due only now. Throws a NodeOperationError if the request cannot be written, otherwise a NodeApiError with
 * `status`, `retryable` and `outcome` in its context (specification, Common request and response rules).
 */
export async function callGateway(
	context: GatewayContext,
	call: GatewayCall,
): Promise<GatewayReply> {
	const account = call.account ?? (await accountOf(context, call.itemIndex));
	const written = call.written ?? writtenNow(context, account, call);
	const request = requestOf(written, call.timeoutSeconds);
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	for (let attempt = 0; ; attempt++) {
		const answer = stop?.aborted
			? STOPPED
			: await attemptCall(context, call, request, account, stop);
		if ('tree' in answer) return answer;
		const wait = waitBefore(attempt, call, answer);
		if (wait === undefined) {
			throw gatewayError(context.getNode(), call, answer, [account.token]);
		}
		await Promise.race([sleep(wait), aborted(stop)]);
	}
}

/** Milliseconds until the next attempt; undefined for no further attempt. */
function waitBefore(
	attempt: number,
	{ effect, isAwaited }: GatewayCall,
	{ retryable, retryAfter }: CallFailure,
): number | undefined {
	const backOff = BACK_OFF[attempt];
	if (effect !== 'read' || isAwaited || !retryable || backOff === undefined) return undefined;
	const wait = retryAfter ?? backOff;
	return wait <= MAX_WAIT ? wait : undefined;
}

/**
 * Writes a request's body, to check it and to send it. In a rehearsal, everything in it goes to the rehearsal's phone.
 * @throws InputError for characters or names that cannot be sent, and for what cannot be rehearsed
 */
export function write(
	{ username, encoding, rehearsalPhone }: Omit<Account, 'token' | 'baseUrl'>,
	{ root, body, onBehalfOf }: Pick<GatewayCall, 'root' | 'body' | 'onBehalfOf'>,
): Written {
	const user = { user: { username: onBehalfOf || username } };
	// `user` comes first, as documented, and overrides a `user` in a raw body.
	const content = rehearsalPhone === undefined ? body() : redirected(root, body(), rehearsalPhone);
	const encoded = encodeRequest(root, { ...user, ...content, ...user }, encoding);
	// Bytes, because the HTTP client would parse a string again to see whether it is JSON.
	return { bytes: Buffer.from(encoded.body, 'utf8'), contentType: encoded.contentType };
}

function requestOf({ bytes, contentType }: Written, timeoutSeconds: number): IHttpRequestOptions {
	return {
		method: 'POST',
		url: '/api',
		headers: { 'Content-Type': contentType, Accept: contentType },
		body: bytes,
		encoding: 'stream',
		returnFullResponse: true,
		// Otherwise n8n itself retries after HTTP 401.
		ignoreHttpStatusErrors: true,
		// A redirect would send the token to another host.
		disableFollowRedirect: true,
		timeout: timerOf(timeoutSeconds),
	};
}

function writtenNow(context: GatewayContext, account: Account, call: GatewayCall): Written {
	try {
		return write(account, call);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), `The request ${(error as Error).message}`, {
			itemIndex: call.itemIndex,
		});
	}
}
