import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a run has come so far, or has ended without. */
export async function reached(isThere: () => boolean, run: Promise<unknown>): Promise<void> {
	let hasEnded = false;
	const end = () => (hasEnded = true);
	void run.then(end, end);
	while (!isThere() && !hasEnded) await sleep(5);
}
