import type { INode } from 'n8n-workflow';
import { callRequests } from '../../nodes/TextMe/run/calls';
import type { Call } from '../../nodes/TextMe/operation';
import type { Batch } from '../../nodes/TextMe/run/batch';
import type { Run } from '../../nodes/TextMe/run/run';

const common = { simplify: true, timeoutSeconds: 1 };

/** The requests of an operation for many items that exists only in tests. */
export function batchesOf<Entry, Settings>(
	own: Partial<Call<object, Entry, Settings>>,
	items: Entry[][],
): Array<Batch<Entry, Settings>> {
	const operation: Call<object, Entry, Settings> = {
		...{ name: 'Batch', value: 'batch', action: 'Batch', description: '', tool: undefined },
		...{ root: 'batch', effect: 'write', fields: [], limit: 10, read: () => ({}), ...own },
	};
	const run = {
		node: { name: 'TextMe' } as INode,
		operation,
		account: { username: 'demo', token: '', baseUrl: '', encoding: 'json' },
	} as unknown as Run;
	const shares = items.flatMap((entries, itemIndex) =>
		entries.map((entry) => {
			const settings = own.settings?.({}, entry) as Settings;
			return { item: { itemIndex, common }, entry, settings, parts: [{ itemIndex }] };
		}),
	);
	return callRequests(run, operation, shares);
}
