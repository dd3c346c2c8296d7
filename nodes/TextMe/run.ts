import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { encodeRequest } from '../../gateway/encode';
import type { GatewayTree } from '../../gateway/tree';
import { allFieldsOf } from './describe';
import type { NodeError } from './failedItem';
import { asNodeError, failedItem, withProgress } from './failedItem';
import { DEFAULT_TIMEOUT_SECONDS } from './fields/commonOptions';
import type { Operation } from './operation';
import { resources } from './operations';
import { outputOf } from './output';
import { Parameters } from './parameters';
import { callGateway } from './request';
import { runId } from './runId';

/** One input item, ready to go or refused before the wire. */
type Prepared =
	| { parameters: Parameters; root: string; body: GatewayTree }
	| { parameters: Parameters; refused: NodeError };

/**
 * Runs the chosen operation for every input item. All items are checked before the first request is made, so that a
 * mistake in the last one does not leave the others half done.
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const items = prepareAll(context, operation);
	const goesOn = context.continueOnFail();
	const refused = items.find((item) => 'refused' in item);
	if (refused && 'refused' in refused && !goesOn) throw refused.refused;

	const output: INodeExecutionData[] = [];
	let done = 0;
	for (const item of items) {
		const { itemIndex } = item.parameters;
		if ('refused' in item) {
			output.push(failedItem(item.refused, itemIndex));
			continue;
		}
		try {
			output.push(...(await perform(context, operation, item)));
			done++;
		} catch (caught) {
			const error = asNodeError(context.getNode(), caught, itemIndex);
			if (!goesOn) throw withProgress(error, operation, done);
			output.push(failedItem(error, itemIndex));
		}
	}
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

function prepareAll(context: IExecuteFunctions, operation: Operation): Prepared[] {
	const fields = allFieldsOf(operation);
	const id = runId(context);
	const constants = new Map<string, unknown>();
	return context.getInputData().map((_, itemIndex) => {
		const parameters = new Parameters(context, fields, itemIndex, id, constants);
		try {
			const root = typeof operation.root === 'string' ? operation.root : operation.root(parameters);
			const body = operation.body(parameters);
			// Characters and names that cannot be sent are found here, while nothing has gone out yet.
			parameters.check('The request', () => encodeRequest(root, body, 'json'));
			return { parameters, root, body };
		} catch (error) {
			return { parameters, refused: asNodeError(context.getNode(), error, itemIndex) };
		}
	});
}

async function perform(
	context: IExecuteFunctions,
	operation: Operation,
	{ parameters, root, body }: Exclude<Prepared, { refused: NodeError }>,
): Promise<INodeExecutionData[]> {
	const { itemIndex } = parameters;
	const reply = await callGateway(context, {
		root,
		body,
		effect: operation.effect,
		timeoutSeconds: parameters.option<number>('timeout') ?? DEFAULT_TIMEOUT_SECONDS,
		itemIndex,
		externalIds: operation.externalIds?.(body),
	});
	const warning = operation.warning?.(reply);
	if (warning) {
		context.addExecutionHints({
			message: `${warning} [item ${itemIndex}]`,
			type: 'warning',
			location: 'outputPane',
		});
	}
	return outputOf(operation, reply, body, parameters).map((json) => ({
		json: warning ? { ...json, warning } : json,
		pairedItem: { item: itemIndex },
	}));
}
