import { setTimeout as sleep } from 'node:timers/promises';

/** Looks at growing intervals, in milliseconds: soon for what is soon there, and seldom for what takes long anyway. */
const [SHORTEST, LONGEST, GROWTH] = [100, 500, 1.25];
/** They take five minutes if each is fast. On a busy machine looks take longer, and so does the deadline. */
const LOOKS = 600;

interface Patience {
	/** A value such as a count. With each new value, the deadline starts again. */
	progress?: () => unknown;
	/** Makes the error's message; default: the code of `look`. */
	inVain?: () => string;
}

/** Calls `look` until it returns something, and returns that. Throws after `LOOKS` calls without progress. */
export async function until<T>(
	look: () => T | Promise<T>,
	{ progress, inVain = () => `In vain: ${look.toString()}` }: Patience = {},
): Promise<NonNullable<T>> {
	const known = new Set<unknown>();
	let pause = SHORTEST;
	for (let left = LOOKS; left > 0; left--) {
		const seen = await look();
		if (seen) return seen;
		const now = progress?.();
		if (!known.has(now)) left = LOOKS;
		known.add(now);
		await sleep(pause);
		pause = Math.min(pause * GROWTH, LONGEST);
	}
	throw new Error(inVain());
}
