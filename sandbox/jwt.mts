import { createHmac } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Token } from './state.mts';

/** The real service signs tokens with its own secret. */
const SECRET = 'sandbox';
const FORMAT = 'dd-MM-yyyy HH:mm:ss';
const ZONE = { zone: 'Asia/Jerusalem' };
const TWO_YEARS = 63_072_000;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');

/**
 * A token in the service's form (gateway-api, section 15, row 5), for a seeded account.
 * @param ttl its lifetime in seconds
 */
export function jwtOf(username: string, issuedAt: Date, ttl = TWO_YEARS): string {
	const issued = DateTime.fromJSDate(issuedAt, ZONE).toFormat(FORMAT);
	const payload = { first_key: username, second_key: 'sandbox', issuedAt: issued, ttl };
	const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(payload)}`;
	return `${text}.${signed(text)}`;
}

export function readJwt(value: string): Token | undefined {
	const [head = '', payload = '', signature] = value.split('.');
	if (signature !== signed(`${head}.${payload}`)) return undefined;
	const { first_key, issuedAt, ttl } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
		first_key: string;
		issuedAt: string;
		ttl: number;
	};
	const issued = DateTime.fromFormat(issuedAt, FORMAT, ZONE).toMillis();
	return {
		name: issuedAt,
		value,
		username: first_key,
		issuedAt: issued,
		expiresAt: issued + ttl * 1000,
	};
}
