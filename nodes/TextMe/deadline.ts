/** How long an attempt may take, wherever it is: connecting, sending, waiting for the reply or reading it. */
export interface Deadline {
	/** Fires once, when the time is over or `stop` fires. */
	signal: AbortSignal;
	/** To be called when the attempt has ended: an execution outlives its requests. */
	release(): void;
}

/** Ends an attempt after so many milliseconds, or as soon as the execution is stopped. */
export function deadline(milliseconds: number, stop: AbortSignal | undefined): Deadline {
	const end = new AbortController();
	// Not AbortSignal.any: before Node 22.16 a time-out in it may be collected before it is over.
	const reasons = [AbortSignal.timeout(milliseconds), ...(stop ? [stop] : [])];
	const abort = () => end.abort();
	for (const reason of reasons) reason.addEventListener('abort', abort);
	return {
		signal: end.signal,
		release: () => {
			for (const reason of reasons) reason.removeEventListener('abort', abort);
		},
	};
}
