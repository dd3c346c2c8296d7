import type { INode } from 'n8n-workflow';

import type { BatchOperation } from '../../nodes/TextMe/operation';
import type { Member } from '../../nodes/TextMe/pipeline/batches';
import { addParts, batchItems } from '../../nodes/TextMe/pipeline/batches';
import type { Run } from '../../nodes/TextMe/pipeline/execute';

/** An operation for many items that exists only in this test. */
export const batchOperation = <Value extends object, Entry, Settings>(
	own: Pick<BatchOperation<Value, Entry, Settings>, 'batchBody'> &
		Partial<BatchOperation<Value, Entry, Settings>>,
) =>
	({
		name: 'Batch',
		value: 'batch',
		action: 'Batch',
		description: '',
		tool: undefined,
		root: 'batch',
		effect: 'write',
		guard: { harmless: 'it is never carried out' },
		fields: [],
		limit: 10,
		...own,
	}) as BatchOperation<object, unknown>;

const common = { simplify: true, timeoutSeconds: 1, validateOnly: false };

/** The batches of items with these values. */
export function batchesOf(operation: BatchOperation<object, unknown>, values: object[]) {
	const run = {
		node: { name: 'TextMe' } as INode,
		operation,
		account: { username: 'demo', token: '', baseUrl: '', encoding: 'json' },
	} as Run;
	const members: Member[] = [];
	for (const [itemIndex, value] of values.entries()) {
		const item = { itemIndex, value, common, isDone: false, entry: undefined, settings: undefined };
		addParts(operation, item, members);
	}
	return batchItems(run, members);
}
