import {
	allFields,
	isEvidentRecord,
	otherFields,
	readFields,
	readRecord,
} from '../../../gateway/replies/records';

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
	expect([...readFields(fields)]).toEqual([
		['operator', 'a'],
		['he_message', 'c'],
	]);
});

test('keeps the rest of a repeated field, and counts no blank', () => {
	const record = { Date: ' ', date: ['1', '1'], DATE: '', phone: ['2', '3'], note: '4', gone: ' ' };
	const { texts, names } = readRecord(record);
	expect([texts.get('date'), texts.get('phone'), names.has('gone')]).toEqual(['1', '2', true]);
	expect(otherFields(record, ['date', 'phone'])).toEqual({
		date: ['1', '1'],
		phone: ['2', '3'],
		note: '4',
	});
	expect(allFields({ b: '1', a: 2 })).toBe(allFields({ a: '2', b: '1', c: ' ' }));
});

test.each([
	...['0501234567', '501234567', '972501234567', '+1 212 555 0100', '050***4567'],
	' 0501234567',
])('knows a record of a person by a field of any name with the number %j', (value) => {
	expect(isEvidentRecord({ cell: value, note: 'x', external_id: ' ' })).toBe(true);
});

test.each([...['050*4567', '5012345678', '012345', '701234567', '700001', '0', '']])(
	'knows no record of a person by a field with %j',
	(value) => {
		expect(isEvidentRecord({ cell: value, note: 'x', external_id: ' ' })).toBe(false);
	},
);
