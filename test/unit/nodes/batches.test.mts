import { batchesOf } from '../batchOperation.mts';

test('builds the body of a batch once, whichever stage asks for it', () => {
	const body = jest.fn((entries: readonly object[]) => ({ entry: entries as never }));
	const values = ['0', '1', '2'].map((number) => ({ number }));
	const batches = batchesOf(
		{ body },
		values.map((value) => [value]),
	);
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
