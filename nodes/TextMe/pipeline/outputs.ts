import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { rawReply } from '../../../gateway/codec';
import { maskText, maskValue } from '../../../gateway/mask';
import { otherFields } from '../../shared/acceptedReply';
import { forErrorOutput } from '../../shared/nodeError';
import type { GatewayReply } from '../../shared/request';
import { startWait, whileWaiting } from '../../waiting/startWait';
import { isTool } from '../agent/tool';
import { toolOutput } from '../agent/toolOutput';
import type { Asked } from '../../answers/question';
import { WAITING, waitForAnswer } from '../../answers/question';
import type { RepliesByText } from '../answers/repliesByText';
import { isOnlyValidated, isSimplified } from '../fields/commonOptions';
import { waitForDeliveryOption } from '../fields/waiting';
import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { Batch } from './batches';
import { deliveryWatch } from './deliveryWatch';
import { duplicatesOutput } from './duplicates';
import type { Ledger } from './ledger';

/** The output of each item of a batch, made from the reply. */
export function outputsOf(batch: Batch, reply: GatewayReply): Map<number, INodeExecutionData[]> {
	const { operation, common, members } = batch;
	const outputs = new Map<number, INodeExecutionData[]>();
	if (!common.simplify || !operation.outputs) {
		// The reply belongs to all items together.
		const items = members.map(({ itemIndex }) => ({ item: itemIndex }));
		const pairedItem = items.length === 1 ? items[0] : items;
		members.forEach(({ itemIndex }) => outputs.set(itemIndex, []));
		outputs.get(members[0]?.itemIndex ?? 0)?.push({ json: rawOutput(batch, reply), pairedItem });
		return outputs;
	}
	const simplified = common.validateOnly
		? members.map(() => ({ valid: true, validatedOnly: true }))
		: operation.outputs(reply, batch.entries, batch.settings);
	members.forEach(({ itemIndex, duplicates }, index) => {
		const pieces = simplified[index] ?? [];
		const ofItem = outputs.get(itemIndex) ?? [];
		for (const json of Array.isArray(pieces) ? pieces : [pieces]) {
			if (duplicates) Object.assign(json, duplicatesOutput(duplicates));
			ofItem.push({ json, pairedItem: { item: itemIndex } });
		}
		outputs.set(itemIndex, ofItem);
	});
	const other = otherFields(reply, operation.replyFields);
	const [first] = outputs.get(members[0]?.itemIndex ?? 0) ?? [];
	if (first && other) first.json.other = other;
	return outputs;
}

/** The raw reply, with its secrets masked. */
function rawOutput({ common }: Batch, { text, secrets }: GatewayReply): IDataObject {
	const raw = maskValue(rawReply(text), secrets);
	return {
		...(typeof raw === 'object' && raw !== null ? raw : { reply: maskText(text, secrets) }),
		...(common.validateOnly ? { validatedOnly: true } : {}),
	};
}

/**
 * Returns the output of the run: at once, or after the wait for a delivery or an answer.
 * @param isWaiting whether a sub-execution waits already
 */
export async function returnOutput(
	context: IExecuteFunctions,
	operation: Operation,
	items: Parameters[],
	ledger: Ledger,
	replies: RepliesByText | undefined,
	isWaiting: boolean,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const output = ledger.inOrder(mergeOf(operation, items));
	if (mayRunAgain(node, operation, ledger, output)) ledger.keepJournal();
	else ledger.deleteJournal();
	await waitForLink(context, operation, items, output);
	const [first] = items;
	if (isTool(node) && first) return toolOutput(output, operation, first);
	const watch = waitsForDelivery(operation, node)
		? deliveryWatch(items, output, context.continueOnFail())
		: await replies?.watch(output);
	if (node.onError === 'continueErrorOutput') {
		for (const item of watch?.items ?? output) item.json = forErrorOutput(item.json);
	}
	if (isWaiting) return whileWaiting(context, output);
	return watch ? await startWait(context, watch, () => ledger.keepJournal()) : output;
}

/** Whether the node is set to wait for delivery. A tool never does: the model can look the delivery up later. */
export const waitsForDelivery = ({ options = [] }: Operation, node: INode): boolean =>
	!isTool(node) &&
	options.includes(waitForDeliveryOption) &&
	(node.parameters.options as IDataObject | undefined)?.waitForDelivery !== undefined;

/** Merges the outputs of an item; `undefined` where the replies come out untouched. */
function mergeOf(operation: Operation, items: Parameters[]) {
	const [first] = items;
	if (!('entries' in operation) || !operation.merge || !first) return undefined;
	if (!isSimplified(first) || isOnlyValidated(first)) return undefined;
	return (outputs: IDataObject[][], itemIndex: number) =>
		operation.merge?.(outputs, items[itemIndex] ?? first) ?? [];
}

function mayRunAgain(
	node: INode,
	{ effect }: Operation,
	ledger: Ledger,
	output: INodeExecutionData[],
): boolean {
	if (isTool(node)) return effect === 'send' || ledger.hasDoubts;
	// n8n runs a node again when the first item of its output is a failed one.
	return node.retryOnFail === true && output[0]?.json.error !== undefined;
}

/** Makes the execution wait for an answer on the page behind the link. Of several people, the first answer counts. */
async function waitForLink(
	context: IExecuteFunctions,
	operation: Operation,
	items: Parameters[],
	output: INodeExecutionData[],
): Promise<void> {
	if (!('waiting' in operation) || !operation.waiting) return;
	const sent = output.map(({ json }) => withoutOutcome(json));
	const people: Asked[] = [];
	let until = 0;
	for (const [item, own] of items.entries()) {
		if (output[item]?.json.outcome !== WAITING) continue;
		const waiting = operation.waiting(own);
		if (!('page' in waiting)) continue;
		until = Math.max(until, waiting.until.getTime());
		people.push({ item, page: waiting.page, sent: sent[item] ?? {} });
	}
	const [first, ...others] = people;
	if (!first) return;
	const asked = items.length > 1 ? sent : undefined;
	await waitForAnswer(context, new Date(until), [first, ...others], asked);
}

function withoutOutcome(json: IDataObject): IDataObject {
	const sent = { ...json };
	if (sent.outcome === WAITING) delete sent.outcome;
	return sent;
}
