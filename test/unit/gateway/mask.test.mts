import { maskText, maskValue, passwordsIn } from '../../../gateway/wire/credential';
import type { GatewayTree } from '../../../gateway/values/tree';

test.each<[string, string[], string]>([
	['your code is 012345', ['012345'], 'your code is ***'],
	['012345 and again 012345', ['012345'], '*** and again ***'],
	['a.c abc', ['a.c'], '*** abc'],
	['nothing', [''], 'nothing'],
	['nothing', [], 'nothing'],
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
	expect(passwordsIn({ password: ['a', { _: 'b', $: { password: 'c' } }] })).toEqual(['a', 'c']);
	expect(passwordsIn({ password: null, user: null } as unknown as GatewayTree)).toEqual([]);
	expect(passwordsIn({ password: undefined, user: { username: 'password' } })).toEqual([]);
});
