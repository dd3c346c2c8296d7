import { chunk, split } from '../../../gateway/values/lists';

test.each([
	[[], 3, []],
	[[1], 3, [[1]]],
	[[1, 2, 3], 3, [[1, 2, 3]]],
	[[1, 2, 3, 4], 3, [[1, 2, 3], [4]]],
	[[1, 2], 0, [[1], [2]]],
	[[1, 2], -1, [[1], [2]]],
	[[1, 2, 3], 2.9, [[1, 2], [3]]],
])('divides %j by %d into %j', (list, size, chunks) => {
	expect(chunk(list, size)).toEqual(chunks);
});

const isEven = (number: number) => number % 2 === 0;

test.each([
	[[], [], []],
	[[1, 3], [], [1, 3]],
	[[2, 4], [2, 4], []],
	[
		[4, 1, 2, 3],
		[4, 2],
		[1, 3],
	],
])('splits %j: %j are even and %j are not', (all, even, odd) => {
	expect(split(all, isEven)).toStrictEqual([even, odd]);
});
