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
