import { InputError } from '../../../gateway/values/checks';
import { list, chunk } from '../../../gateway/values/lists';

test.each<[unknown, string[]]>([
	['', []],
	['  ', []],
	[undefined, []],
	['  one  ', ['one']],
	['one,two', ['one', 'two']],
	['one; two', ['one', 'two']],
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
	[[1, 2, 3], 3, [[1, 2, 3]]],
	[[1, 2, 3, 4], 3, [[1, 2, 3], [4]]],
	[[1, 2], 0, [[1], [2]]],
	[[1, 2], -1, [[1], [2]]],
	[[1, 2, 3], 2.9, [[1, 2], [3]]],
])('divides %j by %d into %j', (list, size, chunks) => {
	expect(chunk(list, size)).toEqual(chunks);
});
