import { InputError } from '../../../gateway/values/checks';
import { chunk, list, listOfIds, readId } from '../../../gateway/values/lists';

test.each<[unknown, string[]]>([
	['  ', []],
	[undefined, []],
	['one\ntwo\r\nthree', ['one', 'two', 'three']],
	['one,, ;\n two ', ['one', 'two']],
	['one two', ['one two']],
	[42, ['42']],
	[
		['one', ' two ', '', null, undefined, 3],
		['one', 'two', '3'],
	],
	[['one,two'], ['one,two']],
	[[], []],
])('reads from the list %j the entries %j', (value, entries) => {
	expect(list(value)).toStrictEqual(entries);
});

test('reads 100,000 numbers, and no megabytes of a stranger', () => {
	expect(list('0501234567,'.repeat(100_000))).toHaveLength(100_000);
	expect(() => list('0501234567,'.repeat(200_000))).toThrow(
		new InputError('has more than 2,000,000 characters; split it into several items'),
	);
});

test.each([
	[[], 3, []],
	[[1, 2, 3, 4], 3, [[1, 2, 3], [4]]],
	[[1, 2], 1, [[1], [2]]],
])('divides %j by %d into %j', (list, size, chunks) => {
	expect(chunk(list, size)).toEqual(chunks);
});

test.each([
	[' 1001 ', '1001'],
	[1001, '1001'],
	['00021501', '00021501'],
])('sends the ID %j as %j', (value, id) => {
	expect(readId(value)).toBe(id);
});

test.each<readonly [unknown, RegExp]>([
	[undefined, /^is empty; enter an ID$/],
	['21501.0', /^is not an ID \("21501.0"\); use digits only$/],
	...[
		...[1.5, '2.1501E+04', "'21501", '#21501', '21,501', '21 501', '+21501', '٢١٥٠١', '0', 0],
		...[2 ** 53, NaN, true],
	].map((value) => [value, /^is not an ID/] as const),
	[{ id: 1 }, /^is not plain text/],
	[[21501], /^is not plain text/],
])('refuses the ID %j', (value, message) => {
	expect(() => readId(value)).toThrow(message);
	expect(() => readId(value)).toThrow(InputError);
});

test.each<[unknown, string[]]>([
	['21501,21502', ['21501', '21502']],
	['501, 502', ['501', '502']],
	['501\n502;503', ['501', '502', '503']],
	['order-1042,order-1043', ['order-1042', 'order-1043']],
	['1,2', ['1', '2']],
	[
		['21501', 21502, '21501'],
		['21501', '21502'],
	],
	// A list already separates its entries.
	[['1,001'], ['1,001']],
	['', []],
])('reads the IDs of %j: %j', (value, ids) => {
	expect(listOfIds(value)).toEqual(ids);
});

test.each([' 1,001 ', '1,234,567', '21501, 21,502', '21501\n21,502'])(
	'does not guess whether %j is one ID or several',
	(value) => {
		expect(() => listOfIds(value)).toThrow(/^has ".*", which may be one ID or several; write it/);
	},
);
