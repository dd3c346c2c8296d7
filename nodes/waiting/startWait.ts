import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { firstNamed } from '../../gateway/values/counts';
import { passOnAfterWait } from '../output/afterWait';
import type { NodeError } from '../output/nodeError';
import { failedItem, forErrorOutput } from '../output/nodeError';
import { outcomesOf, stopIfInDoubt } from './outcomes';
import { runStep } from './subExecution';
import type { Watch, WatchedItem } from './wait';
import { noFindings, subjectOf } from './wait';

/**
 * Starts a wait, whose outcomes later replace the returned items. If the wait cannot start, calls `keepSent`, so that a retry
 * of the node sends nothing again.
 */
export async function startWait(
	context: IExecuteFunctions,
	watch: Watch,
	keepSent: () => void,
): Promise<INodeExecutionData[]> {
	try {
		const { waitTill, data } = await runStep(context, 'supervise', { ...watch });
		if (!waitTill) return data[0] ?? [];
	} catch (error) {
		keepSent();
		return notBegun(context, watch, error as Error);
	}
	return whileWaiting(context, outcomesOf(watch, noFindings(), watch.since));
}

function whileWaiting(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
): INodeExecutionData[] {
	passOnAfterWait(context, output);
	// Leaves out failed items: for them, "Retry On Fail" would start a second wait.
	return output.filter(({ json }) => json.error === undefined);
}

/** The messages were sent, so an item must look neither unsent nor delivered. */
function notBegun(
	context: IExecuteFunctions,
	watch: Watch,
	{ message }: Error,
): INodeExecutionData[] {
	stopIfInDoubt(context, watch, noFindings());
	const node = context.getNode();
	const failed = (items: WatchedItem[], itemIndex: number): NodeError => {
		const externalIds = items.flatMap(externalIdsOf);
		const error = new NodeOperationError(
			node,
			`The wait for ${subjectOf(watch.items).toLowerCase()} could not start: ${message}`,
			{
				itemIndex,
				description: `The messages are on their way; do not send them again. Look them up with Report, Get by External ID: ${firstNamed(externalIds)}.`,
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
		const { phone } = item.json;
		const error = failed([item], itemIndex);
		const output = failedItem(error, itemIndex, { phone }, { isSend: true });
		Object.assign(output.json.details as object, { sent: item.json });
		if (node.onError === 'continueErrorOutput') output.json = forErrorOutput(output.json);
		return output;
	});
}

/** Items with an error, from a failure or an unknown outcome, are not waited for. */
const isWaitedFor = ({ json, wait }: WatchedItem) => wait !== undefined && json.error === undefined;

const externalIdsOf = ({ json, wait }: WatchedItem): string[] =>
	wait?.recipients?.map(({ externalId }) => externalId) ?? [String(json.externalId)];
