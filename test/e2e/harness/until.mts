import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../../demo/n8nRest.mts';

/** Looks until there is something, and returns it. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const seen = await look();
		if (seen) return seen;
		if (Date.now() > deadline) throw new Error(`In vain: ${look.toString()}`);
		await sleep(250);
	}
}
