import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when `isThere`, or when the run has ended before. */
export async function reached(isThere: () => boolean, run: Promise<unknown>): Promise<void> {
	let hasEnded = false;
	const end = () => (hasEnded = true);
	void run.then(end, end);
	while (!isThere() && !hasEnded) await sleep(5);
}
