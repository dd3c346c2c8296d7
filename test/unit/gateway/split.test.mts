import { split } from '../../../gateway/values/lists';

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
