import { setTimeout as sleep } from 'node:timers/promises';

/** Five minutes of looks that n8n answers at once. A busy one answers later, and the deadline is later, too. */
const LOOKS = 1_200;
const PAUSE_MS = 250;

interface Patience {
	/** What moves meanwhile, such as a count: while it does, there is no deadline. */
	progress?: () => unknown;
	/** What was waited for, in an error. */
	inVain?: () => string;
}

/** Looks until there is something, and returns it. Throws when nothing has moved for so many looks. */
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
