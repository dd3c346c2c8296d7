import { isEvidentRecord, readFields } from '../../../gateway/replies/readFields';

test.each<[string, unknown, string | undefined]>([
	['a text', ' x ', ' x '],
	['a number', 5, '5'],
	['a boolean', false, 'false'],
	['a text with attributes', { $: { type: 'int' }, _: '5' }, '5'],
	['the first of several that is not blank', ['', ' ', 'a', 'b'], 'a'],
	['a blank', ' \n', undefined],
	['only blanks', ['', ' '], undefined],
	['nothing', null, undefined],
	['a missing value', undefined, undefined],
	['an object without a text', { a: 'x' }, undefined],
	['an empty list', [], undefined],
])('reads a field as text: %s', (_, value, text) => {
	expect([...readFields({ phone: value })]).toEqual(text === undefined ? [] : [['phone', text]]);
});

test('one name for all its spellings, and its first value counts', () => {
	const fields = { ' Operaor ': '', OPERATOR: 'a', operator: 'b', Message_HE: 'c' };
	expect([...readFields({ $: { operator: 'd', id: 'e' }, ...fields })]).toEqual([
		['$operator', 'd'],
		['id', 'e'],
		['operator', 'a'],
		['he_message', 'c'],
	]);
});

test.each([
	['0501234567', true],
	['501234567', true],
	['972501234567', true],
	['+1 212 555 0100', true],
	['050***4567', true],
	['701234567', false],
	['700001', false],
	['0', false],
	['', false],
])('knows a record of a person by a field of any name with the number %j: %j', (value, isOne) => {
	expect(isEvidentRecord({ cell: value })).toBe(isOne);
});
