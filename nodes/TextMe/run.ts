import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { allFieldsOf } from './describe';
import { Journal } from './journal';
import { asNodeError, outcomeOf } from './nodeError';
import type { Operation } from './operation';
import { resources } from './operations';
import { Parameters } from './parameters';
import type { PlannedCall } from './plan';
import { plan } from './plan';
import type { GatewayReply } from './request';
import { callGateway } from './request';
import { Results } from './results';
import { runId } from './runId';

/**
 * Runs the chosen operation over the input items. All of them are checked before the first request is made, so that a
 * mistake in the last one does not leave the others half done.
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const operation = chosenOperation(context);
	const results = new Results(context);
	const journal = operation.effect === 'read' ? undefined : new Journal(context);

	const items = parametersOfItems(context, operation);
	const open = items.filter(({ itemIndex }) => {
		const output = journal?.output(itemIndex);
		if (output) results.accept(new Map([[itemIndex, output]]));
		return !output;
	});
	for (const { itemIndex } of open) {
		const doubt = journal?.doubt(node, itemIndex);
		if (doubt) results.fail(itemIndex, doubt);
	}
	const { calls, refused } = plan(
		operation,
		open.filter(({ itemIndex }) => !journal?.doubt(node, itemIndex)),
	);
	for (const [itemIndex, error] of refused) {
		results.fail(itemIndex, asNodeError(node, error, itemIndex));
	}
	for (const call of calls) {
		try {
			const output = await perform(context, operation, call);
			results.accept(output);
			if (!call.common.validateOnly) journal?.accept(output);
		} catch (caught) {
			const error = asNodeError(node, caught, call.itemIndexes[0] ?? 0);
			for (const itemIndex of call.itemIndexes) {
				if (outcomeOf(error) === 'unknown') journal?.noteDoubt(itemIndex, error);
			}
			for (const itemIndex of call.itemIndexes) {
				results.fail(itemIndex, error, call.externalIds(itemIndex));
			}
		}
	}
	const output = results.inOrder();
	// n8n runs a node again when its first item says that it failed.
	if (!node.retryOnFail || output[0]?.json.error === undefined) journal?.close();
	return output;
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

/** Makes one request and gives the output of every item it was for. */
async function perform(
	context: IExecuteFunctions,
	operation: Operation,
	call: PlannedCall,
): Promise<Map<number, INodeExecutionData[]>> {
	const { itemIndexes, root, common } = call;
	const reply = await callGateway(context, {
		root,
		body: call.body(),
		effect: operation.effect,
		itemIndex: itemIndexes.length === 1 ? itemIndexes[0] : undefined,
		externalIds: call.externalIds(),
		secrets: call.secrets,
		...common,
	});
	const warning = warn(context, operation, call, reply);
	const output = new Map<number, INodeExecutionData[]>(itemIndexes.map((index) => [index, []]));
	for (const { json, itemIndexes: origins } of call.output(reply)) {
		const pairedItem = origins.map((item) => ({ item }));
		output.get(origins[0] ?? 0)?.push({
			json: warning ? { ...json, warning } : json,
			pairedItem: pairedItem.length === 1 ? pairedItem[0] : pairedItem,
		});
	}
	return output;
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
