import type { BatchOperation } from '../../nodes/TextMe/operation';

/** An operation for many items that nothing carries out: what it sends is the test's. */
export const batchOperation = <Entry, Settings>(
	own: Pick<BatchOperation<Entry, Settings>, 'entries' | 'batchBody'> &
		Partial<BatchOperation<Entry, Settings>>,
): BatchOperation =>
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
	}) as BatchOperation<Entry, Settings> as BatchOperation;
