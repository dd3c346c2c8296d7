import { expiryInWords, tokenExpiry } from '../../../gateway/wire/credential';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const SIGNATURE = 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
const jwt = (payload: unknown) =>
	`${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.${SIGNATURE}`;
const TWO_YEARS = 63_072_000;
const issued = (issuedAt: unknown, ttl: unknown = TWO_YEARS) =>
	jwt({ first_key: 'k1', second_key: 'k2', issuedAt, ttl });
const TOKEN = issued('15-02-2024 09:00:00');

test.each([
	['as it was met', TOKEN, '2026-02-14T09:00:00+02:00'],
	['issued in summer', issued('15-07-2024 09:00:00'), '2026-07-15T09:00:00+03:00'],
	['with a text of seconds', issued('15-02-2024 09:00:00', '86400'), '2024-02-16T09:00:00+02:00'],
	['with white space around it', ` ${TOKEN}\n`, '2026-02-14T09:00:00+02:00'],
])('reads when a token %s expires', (_, token, expected) => {
	expect(tokenExpiry(token)).toBe(Date.parse(expected));
});

test.each([
	['an empty token', ''],
	['a token of another form', 'sandbox-token-demo'],
	['four parts', `${TOKEN}.x`],
	['no JSON', `a.${Buffer.from('hello').toString('base64url')}.c`],
	['null', jwt(null)],
	['a list', jwt([])],
	['no date', issued(undefined)],
	['a date of another form', issued('2024-02-15T09:00:00')],
	['a date that no calendar has', issued('31-02-2024 09:00:00')],
	['a date as a number', issued(1_708_000_000)],
	['a year before the service', issued('15-02-1024 09:00:00')],
	['no lifetime', issued('15-02-2024 09:00:00', null)],
	['a lifetime of nothing', issued('15-02-2024 09:00:00', 0)],
	['a negative lifetime', issued('15-02-2024 09:00:00', -5)],
	['a lifetime of a thousand years', issued('15-02-2024 09:00:00', 31_536_000_000)],
	['a lifetime in words', issued('15-02-2024 09:00:00', 'two years')],
	['a lifetime as an object', issued('15-02-2024 09:00:00', { valueOf: 5 })],
])('knows no expiry of %s', (_, token) => {
	expect(tokenExpiry(token)).toBeUndefined();
	expect(expiryInWords(token, Date.now())).toBeUndefined();
});

test.each([
	['2025-12-15T09:00:00+02:00', undefined],
	['2025-12-16T23:00:00+02:00', 'The API token expires in 60 days (14 February 2026).'],
	['2026-01-22T20:00:00+02:00', 'The API token expires in 23 days (14 February 2026).'],
	['2026-02-13T23:59:00+02:00', 'The API token expires in 1 day (14 February 2026).'],
	['2026-02-14T08:59:59+02:00', 'The API token expires today (14 February 2026).'],
	['2026-02-14T09:00:00+02:00', 'The API token says that it expired on 14 February 2026.'],
])('says at %s of a token: %s', (now, sentence) => {
	expect(expiryInWords(TOKEN, Date.parse(now))).toBe(sentence);
});
