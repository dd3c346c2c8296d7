import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { allFieldsOf } from './describe';
import { asNodeError, failedItem, withProgress } from './failedItem';
import type { Operation } from './operation';
import { resources } from './operations';
import { Parameters } from './parameters';
import type { PlannedCall } from './plan';
import { plan } from './plan';
import type { GatewayReply } from './request';
import { callGateway } from './request';
import { runId } from './runId';

/**
 * Runs the chosen operation over the input items. All of them are checked before the first request is made, so that a
 * mistake in the last one does not leave the others half done.
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const goesOn = context.continueOnFail();
	const operation = chosenOperation(context);
	const { calls, refused } = plan(operation, parametersOfItems(context, operation));

	const results = new Map<number, INodeExecutionData[]>();
	for (const [itemIndex, error] of refused) {
		const refusal = asNodeError(node, error, itemIndex);
		if (!goesOn) throw refusal;
		results.set(itemIndex, [failedItem(refusal, itemIndex)]);
	}

	let done = 0;
	for (const call of calls) {
		const [first = 0] = call.itemIndexes;
		try {
			const reply = await callGateway(context, {
				root: call.root,
				body: call.body(),
				effect: operation.effect,
				itemIndex: call.itemIndexes.length === 1 ? first : undefined,
				externalIds: call.externalIds(),
				...call.common,
			});
			const warning = warn(context, operation, call, reply);
			for (const { json, itemIndexes } of call.output(reply)) {
				const pairedItem = itemIndexes.map((item) => ({ item }));
				addTo(results, itemIndexes[0] ?? first, {
					json: warning ? { ...json, warning } : json,
					pairedItem: pairedItem.length === 1 ? pairedItem[0] : pairedItem,
				});
			}
			done += call.itemIndexes.length;
		} catch (caught) {
			const error = asNodeError(node, caught, first);
			if (!goesOn) throw withProgress(error, operation, done);
			for (const itemIndex of call.itemIndexes) {
				results.set(itemIndex, [failedItem(error, itemIndex, call.externalIds(itemIndex))]);
			}
		}
	}
	return [...results.keys()].sort((a, b) => a - b).flatMap((index) => results.get(index) ?? []);
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === value);
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`'Operation': there is no '${String(value)}' for '${String(resource)}'`,
		{ description: 'Choose a resource and an operation from the lists.' },
	);
}

function parametersOfItems(context: IExecuteFunctions, operation: Operation): Parameters[] {
	const fields = allFieldsOf(operation);
	const id = runId(context);
	const constants = new Map<string, unknown>();
	return context
		.getInputData()
		.map((_, itemIndex) => new Parameters(context, fields, itemIndex, id, constants));
}

/** Shows a reply that needs attention to the user, once for a call, and returns the sentence. */
function warn(
	context: IExecuteFunctions,
	operation: Operation,
	{ common, itemIndexes }: PlannedCall,
	reply: GatewayReply,
): string | undefined {
	const warning = common.validateOnly ? undefined : operation.warning?.(reply);
	if (warning) {
		const message = itemIndexes.length === 1 ? `${warning} [item ${itemIndexes[0]}]` : warning;
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	return warning;
}

function addTo(
	results: Map<number, INodeExecutionData[]>,
	itemIndex: number,
	output: INodeExecutionData,
): void {
	const before = results.get(itemIndex);
	if (before) before.push(output);
	else results.set(itemIndex, [output]);
}
