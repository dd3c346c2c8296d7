import { list } from '../../../gateway/lists';

test.each<[unknown, string[]]>([
	['', []],
	['  ', []],
	[undefined, []],
	[null, []],
	['one', ['one']],
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
