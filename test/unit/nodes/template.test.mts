import { fieldOf, template } from '../../../nodes/TextMe/template';

const item = {
	name: 'Dana',
	'first name': 'D',
	n: 0,
	'a.b': 'flat',
	c: { d: { e: 'deep' } },
	no: null,
};

test.each([
	['Hello {name}', 'Hello Dana'],
	['{name}{name}', 'DanaDana'],
	['{first name}: {n}', 'D: 0'],
	['{a.b} {c.d.e}', 'flat deep'],
	['no braces', 'no braces'],
	['{} { } {!} {{', '{} { } {!} {{'],
	['{name', '{name'],
	['', ''],
])('%s', (text, expected) => {
	expect(template(text)(item)).toBe(expected);
});

test.each(['{missing}', '{c}', '{no}', '{name.length}', '{constructor}', '{__proto__}'])(
	'%s is no field of the item',
	(text) => {
		expect(() => template(text)(item)).toThrow(/^needs a field \{/);
	},
);

test('a field is found by its name before its path', () => {
	expect(fieldOf({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
});
