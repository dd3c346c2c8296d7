import { HOUR, MINUTE } from '../../gateway/dates';

/** Milliseconds until the first look. A report hardly ever comes sooner. */
const FIRST = 10_000;

/** The time waited so far, divided by this, is the pause until the next look. */
const DIVISOR = 20;

/**
 * Milliseconds until the next look for a report or reply, after a wait of `waited` milliseconds out of `limit`: ten seconds
 * at first, then a minute, and after 20 minutes a twentieth of the time waited, but at most `most` milliseconds. With an hour
 * as `most`, a day takes about a hundred looks and a week 250. Our own choice: the gateway documents no limit for reads.
 */
export function untilNextLook(waited: number, limit: number, most = HOUR): number {
	const pause = waited < FIRST ? FIRST : Math.min(Math.max(waited / DIVISOR, MINUTE), most);
	return Math.max(0, Math.min(pause, limit - waited));
}
