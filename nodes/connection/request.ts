import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { doubtfulPhones } from '../../gateway/phones/people';
import { judgeAnswer } from '../../gateway/replies/answer';
import type { Asked, GatewayReply } from '../../gateway/replies/answer';
import type { Effect, Failure } from '../../gateway/replies/status';
import {
	happened,
	serviceSaid,
	transportFailure,
	withoutEffect,
} from '../../gateway/replies/transport';
import { redirected } from '../../gateway/texts/rehearse';
import { MAX_REPLY_BYTES } from '../../gateway/values/limits';
import type { GatewayTree } from '../../gateway/values/tree';
import { decoderFor } from '../../gateway/wire/decode';
import { encodeRequest } from '../../gateway/wire/encode';
import { maskText } from '../../gateway/wire/credential';
import { httpErrorIn, withSignal } from '../n8n/insides';
import { howToFindOut, nodeError } from '../output/nodeError';
import type { Account, GatewayContext } from './account';
import { accountOf, CREDENTIAL_NAME } from './account';

export interface Written {
	bytes: Buffer;
	contentType: string;
}

export interface GatewayCall extends Asked {
	/** The content of the root element, without `user`. */
	body(): GatewayTree;
	/** The body, if it was written before. */
	written?: Written;
	/** Default: from the credential. */
	account?: Account;
	timeoutSeconds: number;
	/** Whether a person waits for it in the editor. If so, no retry: the person can try again. */
	isAwaited?: boolean;
	itemIndex?: number;
	/** External IDs to look up a send with an unknown outcome. */
	externalIds?(): string[] | undefined;
}

/** Milliseconds before each retry. */
const BACK_OFF = [500, 2000];
const MAX_WAIT = 30_000;
/** Node's longest timer; a longer one would fire at once. */
const MAX_TIMER = 2 ** 31 - 1;

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
	const request = requestOf(
		call.written ?? writtenNow(context, account, call),
		call.timeoutSeconds,
	);
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	for (let attempt = 0; ; attempt++) {
		const answer = stop?.aborted
			? STOPPED
			: await attemptCall(context, call, request, account, stop);
		if ('tree' in answer) return answer;
		const wait = waitBefore(attempt, call, answer);
		if (wait === undefined) {
			const failure = ofCall(answer, call, account);
			throw nodeError(context.getNode(), failure, call.itemIndex, true);
		}
		const stopped = new Promise((resolve) => stop?.addEventListener('abort', resolve));
		await Promise.race([sleep(wait), stopped]);
	}
}

/** Milliseconds until the next attempt; undefined for no further attempt. */
function waitBefore(
	attempt: number,
	{ effect, isAwaited }: GatewayCall,
	{ retryable, retryAfter }: Failure,
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
	{ username, encoding, rehearsalPhone }: Pick<Account, 'username' | 'encoding' | 'rehearsalPhone'>,
	{ root, body, onBehalfOf }: Pick<GatewayCall, 'root' | 'body' | 'onBehalfOf'>,
): Written {
	const user = { user: { username: onBehalfOf || username } };
	// `user` comes first, as documented, and overrides a `user` in a raw body.
	const content = rehearsalPhone === undefined ? body() : redirected(root, body(), rehearsalPhone);
	const encoded = encodeRequest(root, { ...user, ...content, ...user }, encoding);
	// Bytes, because the HTTP client would parse a string again to see whether it is JSON.
	return { bytes: Buffer.from(encoded.body, 'utf8'), contentType: encoded.contentType };
}

function writtenNow(context: GatewayContext, account: Account, call: GatewayCall): Written {
	try {
		return write(account, call);
	} catch (error) {
		const meaning = `The request ${(error as Error).message}`;
		throw nodeError(context.getNode(), { meaning }, call.itemIndex);
	}
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
		timeout: Math.min(timeoutSeconds * 1000, MAX_TIMER),
	};
}

const STOPPED: Failure = {
	meaning: 'The execution was stopped',
	outcome: 'rejected',
	retryable: false,
};

const OK = 200;

async function attemptCall(
	context: GatewayContext,
	asked: Asked,
	request: IHttpRequestOptions,
	{ token, credential: credentialsDecrypted }: Account,
	stop: AbortSignal | undefined,
): Promise<GatewayReply | Failure> {
	const { signal, end } = deadline(request.timeout ?? 0, stop);
	try {
		const { statusCode, headers, body } = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, signal),
			CREDENTIAL_NAME,
			{ ...request },
			{ credentialsDecrypted },
		)) as IN8nHttpFullResponse;
		const reading = readBody(body as unknown as ReplyStream, String(headers['content-type'] ?? ''));
		// The body of an HTTP error is useful but not necessary.
		const text = await (statusCode === OK ? reading : reading.catch(() => ''));
		const answer = judgeAnswer(asked, statusCode, text, token);
		return 'tree' in answer
			? answer
			: { ...answer, retryAfter: retryAfterOf(headers['retry-after']) };
	} catch (error) {
		const failure = connectionFailure(error);
		if (!stop?.aborted) return failure;
		const { hint, outcome } = failure;
		return { ...STOPPED, ...(outcome === 'unknown' && { hint, outcome }) };
	} finally {
		end();
	}
}

/** Starts the timeout of a whole attempt: connecting, sending, waiting for the reply and reading it. `stop` ends it too. */
function deadline(milliseconds: number, stop: AbortSignal | undefined) {
	const controller = new AbortController();
	// Not AbortSignal.any: before Node 22.16, its timeout may be garbage-collected before it fires.
	const reasons = [AbortSignal.timeout(milliseconds), ...(stop ? [stop] : [])];
	function end() {
		for (const reason of reasons) reason.removeEventListener('abort', end);
		// No connection stays open. Without a reason, each request would make an error with its stack.
		controller.abort('over');
	}
	for (const reason of reasons) reason.addEventListener('abort', end);
	return { signal: controller.signal, end };
}

/** What n8n returns for `encoding: 'stream'`. */
type ReplyStream = AsyncIterable<Uint8Array>;

/**
 * Reads a whole reply in the charset of its content type (default UTF-8). Returns `undefined` beyond 32 MB, because n8n sets no
 * limit.
 */
export async function readBody(
	stream: ReplyStream,
	contentType: string,
	mostBytes = MAX_REPLY_BYTES,
): Promise<string | undefined> {
	const decoder = decoderFor(contentType);
	let text = '';
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.byteLength;
		if (bytes > mostBytes) return undefined;
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

/** What a failed request means. An error that is not the HTTP client's is from before the request. */
export function connectionFailure(error: unknown): Failure {
	const cause = httpErrorIn(error);
	if (cause) return transportFailure(cause);
	return { meaning: (error as Error).message, outcome: 'rejected', retryable: false };
}

/** A Retry-After header in milliseconds; undefined for a date: then the usual pause applies. */
function retryAfterOf(header: unknown): number | undefined {
	const seconds = Number(header);
	return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

const NOT_DONE: Record<Effect, string> = {
	read: 'Nothing was read',
	write: 'Nothing was changed',
	send: 'Nothing was sent',
};

/** What did not happen, if the gateway never saw a request. */
export const notDone = ({ effect, root }: { effect: Effect; root?: string | undefined }): string =>
	root === 'cancel' ? 'Nothing was cancelled' : NOT_DONE[effect];

/** A failure as people read it: what happened to their request, and what to do. Masks the token wherever the gateway repeats it. */
function ofCall(failure: Failure, call: GatewayCall, { token, rehearsalPhone }: Account): Failure {
	const { effect, externalIds } = call;
	const { status, gatewayMessage = '' } = failure;
	// What a rehearsal does not send concerns the numbers of the item itself.
	const phone = effect === 'send' ? rehearsalPhone : undefined;
	const named = !phone && failure.says === 'wrongNumber' && doubtfulPhones(call.body());
	const isUnclear = failure.outcome === 'unknown' && effect !== 'read';
	const isUnseen = failure.outcome === 'rejected' && status === undefined;
	const ids = externalIds?.();
	const said = maskText(gatewayMessage, [token]) || undefined;
	const hint = [
		phone && failure.says && `The service means ${phone}, the phone of the rehearsal.`,
		isUnseen && effect !== 'read' && `${notDone(call)}.`,
		isUnclear ? failure.hint : withoutEffect(failure).hint,
		named && `Numbers in question: ${named}.`,
		isUnclear && howToFindOut(ids, effect),
		said && serviceSaid(said),
	];
	const doubt = isUnclear ? '; it is not known whether the request was carried out' : '';
	return {
		...failure,
		meaning: maskText(happened(failure) + doubt, [token]),
		hint: maskText(hint.filter(Boolean).join(' '), [token]),
		outcome: isUnclear ? 'unknown' : 'rejected',
		// Only a person may decide to repeat a request that may have been carried out.
		retryable: failure.retryable === true && !isUnclear,
		gatewayMessage: said,
		externalIds: ids,
		// Of the rehearsal's phone, it says nothing about the recipient.
		says: phone ? undefined : failure.says,
	};
}
