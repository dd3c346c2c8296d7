const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A report hardly ever comes sooner. */
const FIRST = 10_000;

/** The part of the time waited so far after which to look again. */
const SHARE = 20;

/**
 * Milliseconds until the next look at something that has been waited for so long (milliseconds), and that is given up
 * after `limit`: soon at first, every minute then, and after 20 minutes a twentieth of the time waited, but no longer than
 * `most`. With an hour a day takes about a hundred looks, a week 250. Our own choice: the gateway names no limit of reads.
 */
export function untilNextLook(waited: number, limit: number, most = HOUR): number {
	const pause = waited < FIRST ? FIRST : Math.min(Math.max(waited / SHARE, MINUTE), most);
	return Math.max(0, Math.min(pause, limit - waited));
}
