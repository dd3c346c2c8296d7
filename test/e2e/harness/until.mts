import { setTimeout as sleep } from 'node:timers/promises';

/** Long, because the machine may be busy: what does not come at all is all that fails. */
const PATIENCE_MS = 15 * 60_000;

/** Looks until there is something, and returns it. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const seen = await look();
		if (seen) return seen;
		if (Date.now() > deadline) throw new Error(`In vain: ${look.toString()}`);
		await sleep(100);
	}
}
