import { valueOfJson } from '../wire/decode';
import { DAY, instantOf, israelClock } from '../values/dates';
import type { Failure } from './status';
import { rowOf } from './status';

/** The longest lifetime that we believe: ten years. */
const MAX_SECONDS = 3660 * 24 * 60 * 60;

// Assumption: tokenForm
/**
 * When a token expires (milliseconds since 1970), from its own fields: a JWT with `issuedAt` (`dd-mm-yyyy hh:mm:ss`, Israel
 * time) and `ttl` (seconds). We do not check its signature. Undefined for other tokens and impossible dates.
 * Source: gateway-api, section 15, row 5.
 */
export function tokenExpiry(token: string): number | undefined {
	const [, payload, , ...more] = token.trim().split('.');
	if (payload === undefined || more.length > 0) return undefined;
	const value = valueOfJson(Buffer.from(payload, 'base64url').toString('utf8'));
	if (typeof value !== 'object' || value === null) return undefined;
	const { issuedAt, ttl } = value as Readonly<Record<string, unknown>>;
	const isDate = typeof issuedAt === 'string' && /^\d\d?-\d\d?-\d{4} /.test(issuedAt);
	const issued = isDate ? instantOf(issuedAt) : undefined;
	const seconds = typeof ttl === 'string' && /^\d+$/.test(ttl) ? Number(ttl) : ttl;
	const isSpan = typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS;
	return issued === undefined || !isSpan ? undefined : issued + seconds * 1000;
}

/** A day for people: `14 February 2026`, in Israel. */
const dayInWords = (instant: number): string =>
	new Date(instant).toLocaleDateString('en-GB', {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		timeZone: 'Asia/Jerusalem',
	});

/** Days before expiry from which we warn. */
const SOON = 60;

/** A sentence about when a token expires; undefined if it is more than `SOON` days away or unknown. */
export function expiryInWords(token: string, now: number): string | undefined {
	const expires = tokenExpiry(token);
	if (expires === undefined) return undefined;
	// By Israel's calendar.
	const days = Math.floor(israelClock(expires) / DAY) - Math.floor(israelClock(now) / DAY);
	if (days > SOON) return undefined;
	const day = dayInWords(expires);
	if (expires <= now) return `The API token says that it expired on ${day}.`;
	const when = days === 0 ? 'today' : `in ${days} day${days === 1 ? '' : 's'}`;
	return `The API token expires ${when} (${day}).`;
}

/** Adds the date to a refusal if the token itself says that it has expired. */
export function withTokenExpiry(
	refusal: Failure,
	status: number,
	token: string,
	now: number,
): Failure {
	const expires = rowOf(status)?.says === 'tokenRefused' ? tokenExpiry(token) : undefined;
	if (expires === undefined || expires > now) return refusal;
	// The status of a token that has expired (specification, "Errors").
	const { hint } = rowOf(10) ?? refusal;
	return { ...refusal, meaning: `The API token expired on ${dayInWords(expires)}`, hint };
}
