import { checkWholeNumber, requiredText } from '../../../gateway/values/checks';

test.each([
	['  MyShop ', 'MyShop'],
	[42, '42'],
	[true, 'true'],
])('reads a text from %j: %j', (value, text) => {
	expect(requiredText(value)).toBe(text);
});

test.each([
	['', 'is empty; fill it in'],
	['  ', 'is empty; fill it in'],
	[undefined, 'is empty; fill it in'],
	[{}, 'is not plain text'],
	[() => 'x', 'is not plain text'],
	[Symbol('x'), 'is not plain text'],
])('refuses a text that is %j', (value, message) => {
	expect(() => requiredText(value)).toThrow(message);
});

test.each([
	[0, 0, 0],
	['007', 1, 7],
	[' 12 ', 1, 12],
	[999_999_999_999_999, 1, 999_999_999_999_999],
])('reads a whole number from %j, at least %i: %i', (value, min, number) => {
	expect(checkWholeNumber(value, min)).toBe(number);
});

test.each([-1, 0, 1.5, '1e3', '1,000', '', ' ', null, undefined, NaN, [], 'ten'])(
	'refuses a whole number that is %j',
	(value) => {
		expect(() => checkWholeNumber(value, 1)).toThrow('use a whole number of at least 1');
	},
);

test('nothing at all is shown as nothing', () => {
	expect(() => checkWholeNumber(undefined, 1)).toThrow(/^is ""; use/);
});

test('cuts what is too long to read in the refusal', () => {
	const digits = '7'.repeat(40);
	expect(() => checkWholeNumber(digits, 1)).toThrow(`is "${'7'.repeat(30)}"; use`);
});
