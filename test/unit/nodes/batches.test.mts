import { batchesOf, batchOperation } from '../batchOperation.mts';

test('builds the body of a batch once, whichever stage asks for it', () => {
	const batchBody = jest.fn((entries: Array<{ number: string }>) => ({ entry: entries }));
	const values = ['0', '1', '2'].map((number) => ({ number }));
	const batches = batchesOf(batchOperation({ batchBody }), values);
	expect(batches).toHaveLength(1);
	const [batch] = batches;
	// The check and the send both narrow a batch to the items that are left: all of them.
	const checked = batch?.only([...batch.members]);
	const sent = checked?.only([...checked.members]);
	expect(sent?.request.written).toBe(batch?.written);
	expect(batchBody).toHaveBeenCalledTimes(1);
	expect(sent?.only(sent.members.slice(1)).body()).toEqual({ entry: values.slice(1) });
	expect(batchBody).toHaveBeenCalledTimes(2);
});
