import { MAX_REPLY_BYTES } from '../../gateway/limits';
import type { ClientRequest } from '../../gateway/transport';

/** The time-out of an attempt as a whole: connecting, sending, waiting for the reply and reading it. */
interface Deadline {
	/** Aborts at the time-out, when `stop` aborts, and on `end()`. */
	signal: AbortSignal;
	/** Aborts what is left of the attempt, so that no connection stays open. */
	end(): void;
}

/** Starts the time-out of an attempt, which also ends when the execution is stopped. */
export function deadline(milliseconds: number, stop: AbortSignal | undefined): Deadline {
	const controller = new AbortController();
	// Not AbortSignal.any: before Node 22.16, a time-out in it may be garbage-collected before it fires.
	const reasons = [AbortSignal.timeout(milliseconds), ...(stop ? [stop] : [])];
	function end() {
		for (const reason of reasons) reason.removeEventListener('abort', end);
		controller.abort();
	}
	for (const reason of reasons) reason.addEventListener('abort', end);
	return { signal: controller.signal, end };
}

/** The part of a Node stream that is used here. n8n returns one for a request with `encoding: 'stream'`. */
export interface ReplyStream extends AsyncIterable<Uint8Array> {
	/** The request of this reply, which some versions of n8n do not pass on. */
	req?: ClientRequest;
	once(event: 'error', listener: (error: unknown) => void): unknown;
}

/**
 * Reads a whole reply in the charset of its content type (UTF-8 by default). Returns `undefined` for more than 32 MB, because
 * n8n itself sets no limit.
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

function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
	const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(charset ?? 'utf-8');
	} catch {
		return new TextDecoder('utf-8');
	}
}

/** Milliseconds to wait for the body of an HTTP error, which is useful but not needed. */
const PAGE_PATIENCE = 3000;

/** The body of an HTTP error, or nothing if it does not come soon. */
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
