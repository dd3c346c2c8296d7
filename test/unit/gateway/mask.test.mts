import { maskText, maskValue } from '../../../gateway/mask';

test.each<[string, string[], string]>([
	['your code is 012345', ['012345'], 'your code is ***'],
	['012345 and again 012345', ['012345'], '*** and again ***'],
	['a.c abc', ['a.c'], '*** abc'],
	['nothing', [''], 'nothing'],
	['nothing', [], 'nothing'],
	['one two', ['one', 'two'], '*** ***'],
	['one oneself', ['one', 'oneself'], '*** ***'],
])('%j without %j', (text, secrets, masked) => {
	expect(maskText(text, secrets)).toBe(masked);
});

test('a secret is masked wherever it stands in a reply', () => {
	const reply = {
		status: 0,
		message: 'sent 123456',
		code: 123456,
		list: ['x', { inner: '123456', other: 1234567 }],
		nothing: null,
		flag: true,
	};
	expect(maskValue(reply, ['123456'])).toEqual({
		status: 0,
		message: 'sent ***',
		code: '***',
		list: ['x', { inner: '***', other: 1234567 }],
		nothing: null,
		flag: true,
	});
	expect(maskValue(reply, [])).toBe(reply);
});
