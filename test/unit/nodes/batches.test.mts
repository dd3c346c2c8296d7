import { batchesOf, batchOperation } from '../batchOperation.mts';

test('builds the body of a batch once, whichever stage asks for it', () => {
	const body = jest.fn((entries: readonly object[]) => ({ entry: entries as never }));
	const values = ['0', '1', '2'].map((number) => ({ number }));
	const batches = batchesOf(batchOperation({ body }), values);
	expect(batches).toHaveLength(1);
	const [batch] = batches;
	// Keys and hours may both narrow a batch; here, neither removes an item.
	const claimed = batch?.only([...batch.shares]);
	const sent = claimed?.only([...claimed.shares]);
	expect(sent?.call.written).toBe(batch?.written);
	expect(body).toHaveBeenCalledTimes(1);
	const half = sent?.only(sent.shares.slice(1));
	expect(half?.written).not.toEqual(batch?.written);
	expect(body).toHaveBeenCalledTimes(2);
	expect(body).toHaveBeenLastCalledWith(values.slice(1), undefined);
});

test('keeps entries together that must share a request, also beyond the limit', () => {
	const home = batchOperation<{ list: string }, { list: string }, unknown>({
		limit: 2,
		together: ({ list }) => list,
		body: (entries) => ({ entry: entries }),
	});
	const values = ['a', 'b', 'a', 'b', 'c'].map((list) => ({ list }));
	const lists = batchesOf(home, values).map(({ shares }) =>
		shares.map(({ entry }) => (entry as { list: string }).list),
	);
	expect(lists).toEqual([['a', 'b', 'a', 'b'], ['c']]);
});
