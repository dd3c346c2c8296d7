import type { INode } from 'n8n-workflow';

import type { Operation, SomeOperation } from '../../nodes/TextMe/operation';
import { batchesOf as gathered } from '../../nodes/TextMe/pipeline/batch';
import { partsOf } from '../../nodes/TextMe/pipeline/parts';
import type { Run } from '../../nodes/TextMe/pipeline/run';

/** An operation for many items that exists only in this test. */
export const batchOperation = <Value extends object, Entry, Settings>(
	own: Pick<Operation<Value, Entry, Settings>, 'body'> & Partial<Operation<Value, Entry, Settings>>,
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
	}) as SomeOperation;

const common = { simplify: true, timeoutSeconds: 1 };

/** The batches of items with these values. */
export function batchesOf(operation: SomeOperation, values: object[]) {
	const run = {
		node: { name: 'TextMe' } as INode,
		operation,
		account: { username: 'demo', token: '', baseUrl: '', encoding: 'json' },
	} as Run;
	const parts = values.flatMap((value, itemIndex) =>
		partsOf(operation, { itemIndex, value, common, isDone: false }),
	);
	return gathered(run, parts);
}
