import { setTimeout as sleep } from 'node:timers/promises';

/** With fast answers, 1,200 looks take five minutes. On a busy machine each look takes longer, and so does the deadline. */
const LOOKS = 1_200;
const PAUSE_MS = 250;

interface Patience {
	/** Something that changes meanwhile, such as a count. Each change restarts the deadline. */
	progress?: () => unknown;
	/** Says in the error what was missing. */
	inVain?: () => string;
}

/** Looks until there is something, and returns it. Throws after `LOOKS` looks without progress. */
export async function until<T>(
	look: () => T | Promise<T>,
	{ progress, inVain = () => `In vain: ${look.toString()}` }: Patience = {},
): Promise<NonNullable<T>> {
	let moved: unknown;
	for (let left = LOOKS; left > 0; left--) {
		const seen = await look();
		if (seen) return seen;
		const now = progress?.();
		if (now !== moved) [moved, left] = [now, LOOKS];
		await sleep(PAUSE_MS);
	}
	throw new Error(inVain());
}
