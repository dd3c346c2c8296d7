import type { BatchOperation } from '../../../nodes/TextMe/operation';
import type { Parameters } from '../../../nodes/TextMe/parameters';
import { batchItems } from '../../../nodes/TextMe/pipeline/batches';
import { prepareItems } from '../../../nodes/TextMe/pipeline/prepare';
import { batchOperation } from '../batchOperation.mts';

const operation = (batchBody: BatchOperation['batchBody']) =>
	batchOperation({ entries: ({ itemIndex }) => [itemIndex], batchBody });

const parametersOf = (itemIndex: number) =>
	({
		itemIndex,
		option: () => undefined,
		checkedOption: () => undefined,
		filledOption: () => undefined,
		fromFields: (_: string[], __: string, make: () => unknown) => make(),
	}) as unknown as Parameters;

test('builds the body of a batch once, whichever stage asks for it', () => {
	const batchBody = jest.fn((entries: unknown[]) => ({ entry: entries as number[] }));
	const { batches } = batchItems(prepareItems(operation(batchBody), [0, 1, 2].map(parametersOf)));
	expect(batches).toHaveLength(1);
	const [batch] = batches;
	// The check and the send both narrow a batch to the items that are left: all of them.
	const checked = batch?.only([...batch.members]);
	const sent = checked?.only([...checked.members]);
	expect(sent?.request.body).toEqual({ entry: [0, 1, 2] });
	expect(sent?.request.body).toBe(batch?.body);
	expect(batchBody).toHaveBeenCalledTimes(1);
	expect(sent?.only(sent.members.slice(1)).body).toEqual({ entry: [1, 2] });
	expect(batchBody).toHaveBeenCalledTimes(2);
});
