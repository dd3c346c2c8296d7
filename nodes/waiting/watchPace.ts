import { MINUTE } from '../../gateway/values/dates';

/** Milliseconds until the first look. Replies are hardly ever faster. */
const FIRST = 10_000;

/** The next pause is the time waited so far, divided by this. */
const DIVISOR = 20;

/** Milliseconds. The longest pause, because the person who replied is waiting. */
const MOST = 10 * MINUTE;

/**
 * Milliseconds until the next look, after waiting `waited` of `limit` milliseconds: first ten seconds, then a minute, after 20
 * minutes a twentieth of the time waited. Our own choice: the gateway documents no limit for reads.
 */
export function untilNextLook(waited: number, limit: number): number {
	const pause = waited < FIRST ? FIRST : Math.min(Math.max(waited / DIVISOR, MINUTE), MOST);
	return Math.max(0, Math.min(pause, limit - waited));
}
