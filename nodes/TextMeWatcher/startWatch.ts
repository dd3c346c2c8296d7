import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NodeError } from '../shared/nodeError';
import { failedItem, forErrorOutput } from '../shared/nodeError';
import { runStep } from './runStep';
import type { Watch, WatchedItem } from './watch';
import { noFindings, subjectOf } from './watch';
import { watchedOutput } from './watchedOutput';
import { stopIfInDoubt } from './watchResult';

/**
 * Begins a watch: what comes out of it will take the place of what is returned here. When it cannot be begun, `keepSent` is
 * called, so that nothing that was sent goes out again when the node is run again.
 */
export async function startWatch(
	context: IExecuteFunctions,
	watch: Watch,
	keepSent: () => void,
): Promise<INodeExecutionData[]> {
	const execution = context.getExecuteData();
	try {
		const { waitTill, data } = await runStep(context, 'supervise', { ...watch });
		if (!waitTill) return data[0] ?? [];
	} catch (error) {
		keepSent();
		return notBegun(context, watch, error as Error);
	}
	const output = watchedOutput(watch, noFindings(), watch.since);
	// What n8n passes on when it goes on without the watcher's result, as when a person retries a wait that was stopped.
	execution.data = { ...execution.data, main: [output] };
	// Nothing that fails: "Retry On Fail" would begin a second watch.
	return output.filter(({ json }) => json.error === undefined);
}

/** As many as a person reads; the details have all. */
const MOST_NAMED = 10;

/** The texts are out: they must not look unsent, nor waited for. */
function notBegun(
	context: IExecuteFunctions,
	watch: Watch,
	{ message }: Error,
): INodeExecutionData[] {
	stopIfInDoubt(context, watch, noFindings());
	const node = context.getNode();
	const failed = (items: WatchedItem[], itemIndex: number): NodeError => {
		const externalIds = items.flatMap(externalIdsOf);
		const more = externalIds.length - MOST_NAMED;
		const named = `${externalIds.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
		const error = new NodeOperationError(
			node,
			`${subjectOf(watch)} could not be waited for: ${message} [item ${itemIndex}]`,
			{
				itemIndex,
				description: `What was sent is on its way; do not send it again. Look it up with Report, Get by External ID: ${named}.`,
			},
		);
		Object.assign(error.context, { outcome: 'accepted', externalIds });
		return error;
	};
	if (!context.continueOnFail()) {
		throw failed(watch.items.filter(isWaitedFor), watch.items.findIndex(isWaitedFor));
	}
	return watch.items.map((item, itemIndex) => {
		if (!isWaitedFor(item)) return { json: item.json, pairedItem: { item: itemIndex } };
		const output = failedItem(failed([item], itemIndex), itemIndex);
		Object.assign(output.json.details as object, { sent: item.json });
		if (node.onError === 'continueErrorOutput') output.json = forErrorOutput(output.json);
		return output;
	});
}

/** What failed before, or may have, says so itself. */
const isWaitedFor = ({ json, wait }: WatchedItem) => wait !== undefined && json.error === undefined;

const externalIdsOf = ({ json, wait }: WatchedItem): string[] =>
	wait?.recipients?.map(({ externalId }) => externalId) ?? [String(json.externalId)];
