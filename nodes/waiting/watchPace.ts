import { HOUR, MINUTE } from '../../gateway/values/dates';

/** Milliseconds until the first look. Reports are hardly ever faster. */
const FIRST = 10_000;

/** The next pause is the time waited so far, divided by this. */
const DIVISOR = 20;

/**
 * Milliseconds until the next look, after waiting `waited` of `limit` milliseconds: first ten seconds, then a minute, after 20
 * minutes a twentieth of the time waited, at most `most`. With the default of an hour, a day takes about a hundred looks and a
 * week 250. Our own choice: the gateway documents no limit for reads.
 */
export function untilNextLook(waited: number, limit: number, most = HOUR): number {
	const pause = waited < FIRST ? FIRST : Math.min(Math.max(waited / DIVISOR, MINUTE), most);
	return Math.max(0, Math.min(pause, limit - waited));
}
