import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { judgeAnswer } from '../../gateway/replies/answer';
import type { Asked, GatewayReply } from '../../gateway/replies/answer';
import type { Failure } from '../../gateway/replies/status';
import { isTransportError, transportFailure } from '../../gateway/replies/transport';
import type { RequestError } from '../../gateway/replies/transport';
import { MAX_REPLY_BYTES } from '../../gateway/values/limits';
import { decoderFor } from '../../gateway/wire/decode';
import type { GatewayContext } from './account';

export const STOPPED: Failure = {
	meaning: 'The execution was stopped',
	outcome: 'rejected',
	retryable: false,
};

const OK = 200;

export async function attemptCall(
	context: GatewayContext,
	asked: Asked,
	request: IHttpRequestOptions,
	token: string,
	stop: AbortSignal | undefined,
): Promise<GatewayReply | Failure> {
	const { signal, end } = deadline(request.timeout ?? 0, stop);
	// In an execution, n8n takes a request's abort signal only from `this`.
	const within = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as GatewayContext;
	try {
		const { statusCode, headers, body } = (await context.helpers.httpRequestWithAuthentication.call(
			within,
			'textMeApi',
			{
				...request,
			},
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
		// No connection stays open.
		controller.abort();
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
export function connectionFailure(error: unknown): Failure {
	const { name, message, cause, code, httpCode } = error as WrappedError;
	if (cause && isTransportError(cause)) return transportFailure(cause);
	if (code !== undefined) return transportFailure(error as RequestError);
	// Earlier versions of n8n 2 leave out the cause, and its text may be empty.
	if (name === 'NodeApiError' && cause === undefined) {
		return transportFailure({ code: httpCode ?? undefined, message });
	}
	return { meaning: message, outcome: 'rejected', retryable: false };
}

/** A Retry-After header in milliseconds; undefined for a date: then the usual pause applies. */
function retryAfterOf(header: unknown): number | undefined {
	const seconds = Number(header);
	return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
