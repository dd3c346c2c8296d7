import { MAX_REPLY_BYTES } from '../../gateway/limits';
import type { ClientRequest } from '../../gateway/transport';

/** How long an attempt may take, wherever it is: connecting, sending, waiting for the reply or reading it. */
export interface Deadline {
	/** Fires when the time is over, when `stop` fires, or at `end`. */
	signal: AbortSignal;
	/** Ends what is left of the attempt, so that no connection stays open, and forgets it. */
	end(): void;
}

/** Ends an attempt after so many milliseconds, or as soon as the execution is stopped. */
export function deadline(milliseconds: number, stop: AbortSignal | undefined): Deadline {
	const controller = new AbortController();
	// Not AbortSignal.any: before Node 22.16 a time-out in it may be collected before it is over.
	const reasons = [AbortSignal.timeout(milliseconds), ...(stop ? [stop] : [])];
	function end() {
		for (const reason of reasons) reason.removeEventListener('abort', end);
		controller.abort();
	}
	for (const reason of reasons) reason.addEventListener('abort', end);
	return { signal: controller.signal, end };
}

/** The part of a Node stream that is needed here; n8n hands one out when a request asks for `encoding: 'stream'`. */
export interface ReplyStream extends AsyncIterable<Uint8Array> {
	/** The request it answers, which not every version of n8n leaves with it. */
	req?: ClientRequest;
	once(event: 'error', listener: (error: unknown) => void): unknown;
}

/**
 * Reads a reply to its end. Gives nothing where it is longer than 32 MB: n8n itself does not bound its size. A charset in the
 * content type is honoured, UTF-8 otherwise.
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
