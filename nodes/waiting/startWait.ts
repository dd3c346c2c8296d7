import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { firstNamed } from '../../gateway/values/counts';
import { passOnAfterWait } from '../output/afterWait';
import type { NodeError } from '../output/nodeError';
import { failedItem, forErrorOutput } from '../output/nodeError';
import { outcomesOf } from './outcomes';
import { runStep } from './subExecution';
import type { Watch, WatchedItem } from './wait';
import { noFindings } from './wait';

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
	const output = outcomesOf(watch, noFindings(), watch.since);
	passOnAfterWait(context, output);
	// Leaves out failed items: for them, "Retry On Fail" would start a second wait.
	return output.filter(({ json }) => json.error === undefined);
}

/** The questions were sent, so an item must look neither unsent nor answered. */
function notBegun(
	context: IExecuteFunctions,
	{ items }: Watch,
	{ message }: Error,
): INodeExecutionData[] {
	const node = context.getNode();
	const failed = (asked: WatchedItem[], itemIndex: number): NodeError => {
		const externalIds = asked.flatMap(({ json }) => (json.externalId as string | undefined) ?? []);
		const error = new NodeOperationError(node, `The wait for replies could not start: ${message}`, {
			itemIndex,
			description: `The messages are on their way; do not send them again. Look them up with Report, Get by External ID: ${firstNamed(externalIds)}.`,
		});
		Object.assign(error.context, { outcome: 'accepted', externalIds });
		return error;
	};
	const isAsked = ({ question }: WatchedItem) => question !== undefined;
	if (!context.continueOnFail()) throw failed(items.filter(isAsked), items.findIndex(isAsked));
	return items.map((item, itemIndex) => {
		if (!isAsked(item)) return { json: item.json, pairedItem: { item: itemIndex } };
		const { phone } = item.json;
		const output = failedItem(failed([item], itemIndex), itemIndex, { phone }, { isSend: true });
		Object.assign(output.json.details as object, { sent: item.json });
		if (node.onError === 'continueErrorOutput') output.json = forErrorOutput(output.json);
		return output;
	});
}
