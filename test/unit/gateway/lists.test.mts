import { chunk } from '../../../gateway/values/lists';

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
