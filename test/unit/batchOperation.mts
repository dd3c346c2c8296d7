import type { INode } from 'n8n-workflow';

import { partsOf, callRequests } from '../../nodes/TextMe/calls/calls';
import type { CallOperation, SomeCall } from '../../nodes/TextMe/operation';
import type { Run } from '../../nodes/TextMe/run/run';

/** An operation for many items that exists only in tests. */
export const batchOperation = <Value extends object, Entry, Settings>(
	own: Pick<CallOperation<Value, Entry, Settings>, 'body'> &
		Partial<CallOperation<Value, Entry, Settings>>,
) =>
	({
		name: 'Batch',
		value: 'batch',
		action: 'Batch',
		description: '',
		tool: undefined,
		root: 'batch',
		effect: 'write',
		fields: [],
		limit: 10,
		...own,
	}) as unknown as SomeCall;

const common = { simplify: true, timeoutSeconds: 1 };

export function batchesOf(operation: SomeCall, values: object[]) {
	const run = {
		node: { name: 'TextMe' } as INode,
		operation,
		account: { username: 'demo', token: '', baseUrl: '', encoding: 'json' },
	} as Run;
	const parts = values.flatMap((value, itemIndex) => {
		const item = { itemIndex, value, common };
		return partsOf(operation, { itemIndex, item, parts: [] });
	});
	return callRequests(run, operation, parts);
}
