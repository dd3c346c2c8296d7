import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { addressOf } from '../../../gateway/baseUrl';
import { startWatch } from '../../TextMeWatcher/startWatch';
import { isTool } from '../agent/isTool';
import { refusal } from '../agent/refusal';
import { Spending } from '../agent/spending';
import { toolCall } from '../agent/toolCall';
import { toolOutput } from '../agent/toolOutput';
import { RepliesByText } from '../answers/repliesByText';
import { WAITING, waitForAnswer } from '../answers/waitForAnswer';
import { carryOut } from './carryOut';
import { checkBatches } from './checkBatches';
import { allFieldsOf } from '../describe';
import { deliveryWatch, waitsForDelivery } from './deliveryWatch';
import { isOnlyValidated, isSimplified } from '../fields/commonOptions';
import { hint } from '../../shared/hint';
import { Journal } from './journal';
import { asNodeError, forErrorOutput } from '../../shared/nodeError';
import type { Operation } from '../operation';
import { resources } from '../operations';
import type { Account } from '../parameters';
import { Parameters, RunParameters } from '../parameters';
import { plan } from './plan';
import { read } from './read';
import { Results } from './results';
import { runId } from './runId';

/**
 * Runs the chosen operation over the input items. All of them are checked before the first request is made, so that a
 * mistake in the last one does not leave the others half done.
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { resource, operation } = chosenOperation(context);
	const items = parametersOfItems(context, operation, await accountOf(context));
	hint(context, operation.advice?.(items.length), 'info');

	const waits = waitsForDelivery(operation, node);
	const results = new Results(context, operation.fields, items.length, waits);
	const journal = operation.effect === 'read' ? undefined : new Journal(context, toolCall(context));
	const left = notInJournal(node, items, journal, results);
	const replies = new RepliesByText(context, operation, items);
	const { calls, refused } = plan(operation, allowed(node, resource, operation, left, results));
	for (const [itemIndex, error] of refused) {
		results.fail(itemIndex, asNodeError(node, error, itemIndex));
	}
	if (operation.effect === 'read') {
		await read(context, operation, calls, results);
	} else {
		const spending = new Spending(context, resource, operation);
		const affordable = spending.withinLimit(calls, items, results);
		const checked = await checkBatches(context, affordable, results);
		const heard = await replies.listen(checked, results);
		await carryOut(context, operation, heard, results, journal);
		spending.settle(results);
	}

	const output = results.inOrder(mergeOf(operation, items));
	if (mayComeAgain(node, operation, journal, output)) journal?.keep();
	else journal?.close();
	await waitForLink(context, operation, items, output);
	const [first] = items;
	if (isTool(node) && first) return toolOutput(output, operation, first);
	const watch = waits
		? deliveryWatch(items, output, context.continueOnFail())
		: await replies.watch(output);
	if (node.onError === 'continueErrorOutput') {
		for (const item of watch?.items ?? output) item.json = forErrorOutput(item.json);
	}
	return watch ? await startWatch(context, watch, () => journal?.keep()) : output;
}

function mayComeAgain(
	node: INode,
	{ effect }: Operation,
	journal: Journal | undefined,
	output: INodeExecutionData[],
): boolean {
	if (isTool(node)) return effect === 'send' || journal?.hasDoubts === true;
	// n8n runs a node again when its first item says that it failed.
	return node.retryOnFail === true && output[0]?.json.error !== undefined;
}

/** Puts the execution to wait for the answer that is given by the link in what was sent. */
async function waitForLink(
	context: IExecuteFunctions,
	operation: Operation,
	[parameters]: Parameters[],
	[item]: INodeExecutionData[],
): Promise<void> {
	if (!('waiting' in operation) || !operation.waiting || !parameters) return;
	if (item?.json.outcome !== WAITING) return;
	const waiting = operation.waiting(parameters);
	if ('page' in waiting) await waitForAnswer(context, waiting.until, waiting.page, item);
}

/** How the parts of an item come together: not at all where the replies come out untouched. */
function mergeOf(operation: Operation, items: Parameters[]) {
	const [first] = items;
	if (!('entries' in operation) || !operation.merge || !first) return undefined;
	if (!isSimplified(first) || isOnlyValidated(first)) return undefined;
	return (outputs: IDataObject[][], itemIndex: number) =>
		operation.merge?.(outputs, items[itemIndex] ?? first) ?? [];
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

/** What is wrong with a credential is said by the call, for each item. */
async function accountOf(context: IExecuteFunctions): Promise<Account> {
	const credentials = context.getCredentials('textMeApi');
	return await credentials.then(
		(credential) => ({
			username: String(credential.username),
			baseUrl: addressOf(credential),
		}),
		() => ({ username: '', baseUrl: '' }),
	);
}

function parametersOfItems(
	context: IExecuteFunctions,
	operation: Operation,
	account: Account,
): Parameters[] {
	const shared = new RunParameters(context, allFieldsOf(operation), runId(context), account);
	return context
		.getInputData()
		.map(({ json }, itemIndex) => new Parameters(shared, itemIndex, json));
}

/** The items that an earlier try of this run has left to do; the results of the others are taken from the journal. */
function notInJournal(
	node: INode,
	items: Parameters[],
	journal: Journal | undefined,
	results: Results,
): Parameters[] {
	if (!journal || journal.isEmpty) return items;
	return items.filter(({ itemIndex }) => {
		const output = journal.output(itemIndex);
		if (output) results.accept(new Map([[itemIndex, isTool(node) ? repeated(output) : output]]));
		const doubt = journal.doubt(node, itemIndex);
		if (doubt) results.fail(itemIndex, doubt);
		return !output && !doubt;
	});
}

/** A model has made the same call twice. */
const repeated = (output: INodeExecutionData[]): INodeExecutionData[] =>
	output.map((item) => ({
		...item,
		json: { ...item.json, note: 'Sent before in this run. Nothing was sent again.' },
	}));

/** The items that a model, if it is one that asks, may have carried out. */
const allowed = (
	node: INode,
	resource: string,
	operation: Operation,
	items: Parameters[],
	results: Results,
): Parameters[] =>
	items.filter((parameters) => {
		const refused = refusal(node, resource, operation, parameters);
		if (refused) results.fail(parameters.itemIndex, refused);
		return !refused;
	});
