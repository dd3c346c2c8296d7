import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { addressOf } from '../../../gateway/baseUrl';
import { asNodeError } from '../../shared/nodeError';
import { refusal } from '../agent/guard';
import { Spending } from '../agent/spending';
import { isTool } from '../agent/tool';
import { RepliesByText } from '../answers/repliesByText';
import { allFieldsOf } from '../describe';
import type { Operation } from '../operation';
import { resources } from '../operations';
import { Parameters, RunParameters } from '../parameters';
import type { Account } from '../parameters';
import { askEverybody } from './askEverybody';
import { batchItems } from './batches';
import { checkBatches } from './checkBatches';
import { leaveOutDuplicates, noteDuplicates } from './duplicates';
import { journalKey, Ledger } from './ledger';
import { holdLimits } from './limits';
import { returnOutput, waitsForDelivery } from './outputs';
import { carryOutPlans } from './plans';
import { prepareItems, scheduleSteps } from './prepare';
import { readBatches, sendBatches } from './send';

/**
 * Runs the chosen operation on the input items, stage by stage: parameters, batches, check, send, outputs. All items are
 * checked before the first request is made, so that a mistake in the last item does not leave the others half done.
 */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { resource, operation } = chosenOperation(context);
	const items = await readParameters(context, operation);
	const advice = operation.advice?.(items.length);
	if (advice) context.addExecutionHints({ message: advice, type: 'info', location: 'outputPane' });

	const replies = 'waiting' in operation ? new RepliesByText(context, operation, items) : undefined;
	const isPlanned = 'entries' in operation && operation.plan !== undefined;
	const ledger = new Ledger(
		context,
		operation.fields,
		items.length,
		waitsForDelivery(operation, node),
		operation.effect === 'read' || isPlanned ? undefined : journalKey(context),
	);
	let isWaiting = false;
	try {
		const left = ledger.restore(items);
		const permitted = isTool(node)
			? left.filter((parameters) => {
					const refused = refusal(node, resource, operation, parameters);
					if (refused) ledger.fail(parameters.itemIndex, refused);
					return !refused;
				})
			: left;
		const prepared = prepareItems(operation, permitted);
		const fail = (refused: Map<number, Error>) => {
			for (const [item, error] of refused) ledger.fail(item, asNodeError(node, error, item));
		};
		fail(prepared.refused);
		for (const [item, json] of prepared.heldBack) ledger.acceptItem(item, json);
		const duplicates = await leaveOutDuplicates(prepared, without(items, left), ledger);
		await holdLimits(context, prepared, ledger);
		scheduleSteps(prepared);
		const { batches, refused } = batchItems(prepared);
		fail(refused);

		if (operation.effect === 'read') {
			await readBatches(context, operation, batches, ledger);
		} else if (isPlanned) {
			await carryOutPlans(context, batches, ledger, prepared.refused.size + refused.size === 0);
		} else {
			const spending = isTool(node) ? new Spending(context, resource, operation) : undefined;
			const affordable = spending?.withinLimit(batches, items, ledger) ?? batches;
			const checked = await checkBatches(context, affordable, ledger);
			const askable = (await replies?.readEarlier(checked, ledger)) ?? checked;
			const asked = await askEverybody(context, operation, items, askable, ledger);
			isWaiting = asked.isWaiting;
			await sendBatches(context, operation, asked.left, ledger);
			noteDuplicates(context, duplicates, ledger);
			spending?.settle(ledger);
		}
	} catch (error) {
		throw ledger.stop(error);
	}
	return await returnOutput(context, operation, items, ledger, replies, isWaiting);
}

function without(items: Parameters[], some: Parameters[]): Parameters[] {
	if (some.length === items.length) return [];
	const left = new Set(some);
	return items.filter((parameters) => !left.has(parameters));
}

function chosenOperation(context: IExecuteFunctions) {
	const chosen = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const resource = resources.find((candidate) => candidate.value === chosen);
	const operation = resource?.operations.find((candidate) => candidate.value === value);
	if (resource && operation) return { resource: resource.value, operation };
	throw new NodeOperationError(
		context.getNode(),
		`'Operation': there is no '${String(value)}' for '${String(chosen)}'`,
		{ description: 'Choose a resource and an operation from the lists.' },
	);
}

async function readParameters(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<Parameters[]> {
	const account = await accountOf(context);
	const run = new RunParameters(context, () => allFieldsOf(operation), account);
	return context.getInputData().map(({ json }, itemIndex) => new Parameters(run, itemIndex, json));
}

/** Empty for a broken credential: the request of each item then raises the error. */
async function accountOf(context: IExecuteFunctions): Promise<Account> {
	const credentials = context.getCredentials('textMeApi');
	return await credentials.then(
		(credential) => ({
			username: String(credential.username).trim(),
			baseUrl: addressOf(credential),
		}),
		() => ({ username: '', baseUrl: '' }),
	);
}
