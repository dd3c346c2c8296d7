import {
	expiryInWords,
	maskText,
	maskValue,
	mayHold,
	oddCredential,
	passwordsIn,
	resolveBaseUrl,
	tokenExpiry,
	tokenOf,
	usernameOf,
} from '../../../gateway/wire/credential';
import { InputError } from '../../../gateway/values/checks';
import type { GatewayTree } from '../../../gateway/values/tree';

test.each([
	...[' abc.def-ghi_jkl=\n', 'bearer  abc.def-ghi_jkl=', 'Bearer Bearer abc.def-ghi_jkl='],
	...['Bearer: abc.def-ghi_jkl=', 'authorization:Bearer abc.def-ghi_jkl='],
	...['Authorization: abc.def-ghi_jkl=', "'abc.def-ghi_jkl='", '“abc.def-ghi_jkl=”'],
	...['"Bearer abc.def-ghi_jkl="', 'Bearer "abc.def-ghi_jkl="'],
	'"Authorization": "Bearer abc.def-ghi_jkl="',
	"curl -H 'Authorization: Bearer abc.def-ghi_jkl=' https://example.com",
	...['\uFEFFabc.def-\u200Bghi_jkl=\u200F', '\u00A0abc.def-ghi_jkl=\u00A0'],
])('sends the token of %j alone', (entered) => {
	expect(tokenOf(entered)).toBe('abc.def-ghi_jkl=');
	expect(oddCredential('shop', entered)).toBeUndefined();
});

test.each(['shop', ' shop ', '"shop"', "'shop'", '\u200Fshop\u200E', 'shop\n', '„shop”'])(
	'sends the username of %j alone',
	(entered) => {
		expect(usernameOf(entered)).toBe('shop');
		expect(oddCredential(entered, 'x')).toBeUndefined();
	},
);

test.each([
	['', 'x', /^'Username' is empty/],
	['shop', '', /^'API Token' is empty/],
	['shop', 'Bearer', /^'API Token' is empty/],
	['Bearer x', 'x', /^'Username' holds a token/],
	['eyJhbGciOiJIUzI1NiJ9.eyJ1IjoxfQ.x', 'x', /^'Username' holds a token/],
	['shop\nx', 'x', /^'Username' has a line break/],
	['shop', 'abc def', /^'API Token' has blanks/],
	['shop', 'אסימון', /^'API Token' has blanks or letters/],
	['shop', '{"token":"abc"}', /^'API Token' has quotes, brackets or commas/],
])('says what is odd about %j with %j', (username, token, message) => {
	expect(oddCredential(username, token)).toMatch(message);
});

test.each([
	[' https://my.textme.co.il/ ', 'https://my.textme.co.il'],
	['https://my.textme.co.il/api/', 'https://my.textme.co.il'],
	['www.019sms.co.il', 'https://www.019sms.co.il'],
	['https://proxy.example:8443/textme/api', 'https://proxy.example:8443/textme'],
	['https://example.com/apiary', 'https://example.com/apiary'],
	['https://example.com/api/api', 'https://example.com/api'],
	[`https://example.com/${'/'.repeat(100_000)}x`, `https://example.com/${'/'.repeat(100_000)}x`],
	[`https://example.com/${'/api'.repeat(100_000)}`, `https://example.com/${'/api'.repeat(99_999)}`],
	['http://localhost:8090', 'http://localhost:8090'],
	['http://127.12.0.100', 'http://127.12.0.100'],
	['http://[::1]:8090', 'http://[::1]:8090'],
])('reads the base URL %s as %s', (pasted, expected) => {
	expect(resolveBaseUrl(pasted)).toBe(expected);
});

const REFUSED = {
	'is not an address; enter one such as https://my.textme.co.il': [
		...['', 'my gateway', 'ftp://my.textme.co.il', 'xhttps://my.textme.co.il', 'https://'],
		...['https://user:secret@my.textme.co.il', 'https://my.textme.co.il/?x=1'],
	],
	'is plain http': [
		...['http://my.textme.co.il', 'http://127.0.0.1.evil.example', 'http://evil.localhost'],
		'http://localhost.evil.example',
	],
};

test.each(
	Object.entries(REFUSED).flatMap(([reason, all]) => all.map((one) => [one, reason] as const)),
)('refuses the base URL %j, which %s', (pasted, reason) => {
	expect(() => resolveBaseUrl(pasted)).toThrow(InputError);
	expect(() => resolveBaseUrl(pasted)).toThrow(reason);
});

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
	['of a short date', issued('5-2-2024 09:00:00', 86400), '2024-02-06T09:00:00+02:00'],
	['with a text of seconds', issued('15-02-2024 09:00:00', '86400'), '2024-02-16T09:00:00+02:00'],
])('reads when a token %s expires', (_, token, expected) => {
	expect(tokenExpiry(token)).toBe(Date.parse(expected));
});

test.each([
	['an empty token', ''],
	['a token of another form', 'sandbox-token-demo'],
	['four parts', `${TOKEN}.x`],
	['null', jwt(null)],
	['no date', issued(undefined)],
	['a date of another form', issued('2024-02-15T09:00:00')],
	['a date with its weekday', issued('Thu 15-02-2024 09:00:00')],
	['a date that no calendar has', issued('31-02-2024 09:00:00')],
	['a year before the service', issued('15-02-1024 09:00:00')],
	['a lifetime of nothing', issued('15-02-2024 09:00:00', 0)],
	['a lifetime of a thousand years', issued('15-02-2024 09:00:00', 31_536_000_000)],
	...['1h', 'P1', ' 1'].map((ttl) => [`a lifetime of ${ttl}`, issued('15-02-2024 09:00:00', ttl)]),
	['a lifetime as an object', issued('15-02-2024 09:00:00', { valueOf: 5 })],
])('knows no expiry of %s', (_, token) => {
	expect(tokenExpiry(token)).toBeUndefined();
	expect(expiryInWords(token, Date.now())).toBeUndefined();
});

test.each([
	['2025-12-15T09:00:00+02:00', undefined],
	['2025-12-16T23:00:00+02:00', 'The API token expires in 60 days (14 February 2026).'],
	['2026-02-13T23:59:00+02:00', 'The API token expires in 1 day (14 February 2026).'],
	['2026-02-14T08:59:59+02:00', 'The API token expires today (14 February 2026).'],
	['2026-02-14T09:00:00+02:00', 'The API token says that it expired on 14 February 2026.'],
])('says at %s of a token: %s', (now, sentence) => {
	expect(expiryInWords(TOKEN, Date.parse(now))).toBe(sentence);
});

test.each<[string, string[], string]>([
	['your code is 012345', ['012345'], 'your code is ***'],
	['a.c abc', ['a.c'], '*** abc'],
	['nothing', [''], 'nothing'],
	['one two', ['one', 'two'], '*** ***'],
	['one oneself', ['one', 'oneself'], '*** ***'],
	// A text within a text, escaped as in JSON, XML or a URL.
	['{"t":"a\\/b"}', ['a/b'], '{"t":"***"}'],
	['"a\\\\b"', ['a\\b'], '"***"'],
	['a&amp;b', ['a&b'], '***'],
	['?t=a%2Fb', ['a/b'], '?t=***'],
	['100 % & more \\ of it', ['a/b', '\\'], '100 % & more *** of it'],
])('masks in %j the secret %j', (text, secrets, masked) => {
	expect(maskText(text, secrets)).toBe(masked);
	expect(mayHold(text, secrets)).toBe(text !== masked);
});

test('masks a secret wherever it stands in a reply', () => {
	const reply = {
		status: 0,
		message: 'sent 123456',
		code: 123456,
		list: ['x', { inner: '123456', other: 1234567 }],
		nothing: null,
		flag: true,
	};
	expect(maskValue(reply, ['x y', '123456'])).toEqual({
		status: 0,
		message: 'sent ***',
		code: '***',
		list: ['x', { inner: '***', other: 1234567 }],
		nothing: null,
		flag: true,
	});
	expect(maskValue(reply, [])).toBe(reply);
});

test('also as the name of a field, and as a number that is too long to be exact', () => {
	const reply = { inner: [{ '12345678901234567890': 1, x: Number('12345678901234567890') }] };
	expect(maskValue(reply, ['12345678901234567890'])).toEqual({ inner: [{ '***': 1, x: '***' }] });
	// `Number` would read a space as 0.
	expect(maskValue({ status: 0 }, [' '])).toEqual({ status: 0 });
});

test('passwords are found wherever they stand', () => {
	const details = { userDetails: { username: 'u', password: 's3cret' } };
	expect(passwordsIn(details)).toEqual(['s3cret']);
	const users = [{ password: 'a' }, { password: 12 }, 'password'];
	expect(passwordsIn({ users })).toEqual(['a', '12']);
	const inAttributes = { password: ['a', { _: 'b', $: { password: 'c' } }] };
	expect(passwordsIn(inAttributes)).toEqual(['a', 'b', 'c']);
	expect(passwordsIn({ password: null, user: null } as unknown as GatewayTree)).toEqual([]);
	expect(passwordsIn({ password: undefined, user: { username: 'password' } })).toEqual([]);
});
