import { decoderFor } from '../../gateway/wire/decode';
import { MAX_REPLY_BYTES } from '../../gateway/values/limits';
import type { ClientRequest } from '../../gateway/replies/transport';

/** The timeout of a whole attempt: connecting, sending, waiting for the reply and reading it. */
interface Deadline {
	/** Aborts at the timeout, when `stop` aborts, and on `end()`. */
	signal: AbortSignal;
	/** Aborts the rest of the attempt, so that no connection stays open. */
	end(): void;
}

/** Starts an attempt's timeout. Stopping the execution ends it too. */
export function deadline(milliseconds: number, stop: AbortSignal | undefined): Deadline {
	const controller = new AbortController();
	// Not AbortSignal.any: before Node 22.16, its timeout may be garbage-collected before it fires.
	const reasons = [AbortSignal.timeout(milliseconds), ...(stop ? [stop] : [])];
	function end() {
		for (const reason of reasons) reason.removeEventListener('abort', end);
		controller.abort();
	}
	for (const reason of reasons) reason.addEventListener('abort', end);
	return { signal: controller.signal, end };
}

/** The parts of a Node stream that we use. n8n returns a stream for `encoding: 'stream'`. */
export interface ReplyStream extends AsyncIterable<Uint8Array> {
	/** The request of this reply; some n8n versions do not expose it. */
	req?: ClientRequest;
	once(event: 'error', listener: (error: unknown) => void): unknown;
}

/**
 * Reads a whole reply in the charset of its content type (default UTF-8). Returns `undefined` beyond 32 MB, because n8n sets no
 * limit.
 */
export async function readBody(
	stream: ReplyStream,
	contentType: string,
): Promise<string | undefined> {
	const decoder = decoderFor(contentType);
	let text = '';
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.byteLength;
		if (bytes > MAX_REPLY_BYTES) return undefined;
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

/** Milliseconds to wait for the body of an HTTP error, which is useful but not necessary. */
const PAGE_PATIENCE = 3000;

/** The body of an HTTP error; empty if it is not complete soon. */
export async function readSoon(
	stream: ReplyStream,
	contentType: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	const patience = deadline(PAGE_PATIENCE, signal);
	const late = aborted(patience.signal).then(() => '');
	const body = readBody(stream, contentType).catch(() => '');
	return await Promise.race([body, late]).finally(patience.end);
}

/** Resolves when the execution is stopped. */
export const aborted = async (stop: AbortSignal | undefined): Promise<void> =>
	await new Promise((resolve) => stop?.addEventListener('abort', () => resolve()));
