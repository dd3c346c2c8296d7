import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { allFieldsOf } from './describe';
import { IdempotencyKeys } from './idempotency';
import { Journal } from './journal';
import { asNodeError, outcomeOf, statusOf } from './nodeError';
import type { Operation } from './operation';
import { resources } from './operations';
import { Parameters } from './parameters';
import { plan } from './plan';
import type { PlannedCall } from './plannedCall';
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
	const items = parametersOfItems(context, operation, await accountOf(context));
	hint(context, operation.advice?.(items.length), 'info');

	const results = new Results(context, operation.fields);
	const journal = operation.effect === 'read' ? undefined : new Journal(context);
	const keys = new IdempotencyKeys(context);
	const { calls, refused } = plan(operation, notInJournal(context, items, journal, results));
	for (const [itemIndex, error] of refused) {
		results.fail(itemIndex, asNodeError(node, error, itemIndex));
	}
	for (const planned of calls) {
		const call = await withoutUsedKeys(planned, keys, results);
		if (call) await perform(context, operation, call, { results, journal, keys });
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

/** What is wrong with a credential is said by the call, for each item. */
async function accountOf(context: IExecuteFunctions): Promise<string> {
	const credentials = context.getCredentials('textMeApi');
	return await credentials.then(
		({ username }) => String(username),
		() => '',
	);
}

function parametersOfItems(
	context: IExecuteFunctions,
	operation: Operation,
	account: string,
): Parameters[] {
	const fields = allFieldsOf(operation);
	const id = runId(context);
	const constants = new Map<string, unknown>();
	return context
		.getInputData()
		.map((_, itemIndex) => new Parameters(context, fields, itemIndex, id, constants, account));
}

/** The items that an earlier try of this run has left to do; the results of the others are taken from the journal. */
function notInJournal(
	context: IExecuteFunctions,
	items: Parameters[],
	journal: Journal | undefined,
	results: Results,
): Parameters[] {
	return items.filter(({ itemIndex }) => {
		const output = journal?.output(itemIndex);
		if (output) results.accept(new Map([[itemIndex, output]]));
		const doubt = journal?.doubt(context.getNode(), itemIndex);
		if (doubt) results.fail(itemIndex, doubt);
		return !output && !doubt;
	});
}

/** Claims the idempotency keys of a request and leaves out the items whose key was used before. */
async function withoutUsedKeys(
	call: PlannedCall,
	keys: IdempotencyKeys,
	results: Results,
): Promise<PlannedCall | undefined> {
	if (call.common.validateOnly) return call;
	const used = await keys.claim(call.members);
	if (used.size === 0) return call;
	for (const { itemIndex, idempotencyKey } of used) {
		results.accept(
			new Map([
				[itemIndex, [{ json: { skipped: true, idempotencyKey }, pairedItem: { item: itemIndex } }]],
			]),
		);
	}
	const fresh = call.members.filter((member) => !used.has(member));
	return fresh.length === 0 ? undefined : call.only(fresh);
}

/** Makes one request and notes everywhere what became of its items. */
async function perform(
	context: IExecuteFunctions,
	operation: Operation,
	call: PlannedCall,
	notes: { results: Results; journal?: Journal; keys: IdempotencyKeys },
): Promise<void> {
	const { results, journal, keys } = notes;
	const { members, common } = call;
	try {
		const reply = await callGateway(context, {
			root: call.root,
			body: call.body,
			effect: operation.effect,
			itemIndex: call.onlyItemIndex,
			externalIds: call.externalIds(),
			secrets: call.secrets,
			...common,
		});
		const output = call.output(reply);
		warn(context, operation, call, reply, output);
		results.accept(output);
		if (!common.validateOnly) journal?.accept(output);
	} catch (caught) {
		const error = asNodeError(context.getNode(), caught, call.onlyItemIndex ?? 0);
		const smaller = context.continueOnFail() ? call.after(statusOf(error)) : [];
		if (smaller.length > 0) {
			for (const part of smaller) await perform(context, operation, part, notes);
			return;
		}
		if (outcomeOf(error) === 'rejected') {
			await keys.release(members);
		} else {
			for (const member of members) {
				journal?.noteDoubt(member.itemIndex, error, call.externalIds([member]));
			}
		}
		for (const member of members) {
			results.fail(member.itemIndex, error, call.externalIds([member]));
		}
	}
}

/** Shows a reply that needs attention to the user, once for a request, and beside the result of every item. */
function warn(
	context: IExecuteFunctions,
	operation: Operation,
	{ common, onlyItemIndex }: PlannedCall,
	reply: GatewayReply,
	output: Map<number, INodeExecutionData[]>,
): void {
	const warning = common.validateOnly ? undefined : operation.warning?.(reply);
	if (!warning) return;
	hint(context, onlyItemIndex === undefined ? warning : `${warning} [item ${onlyItemIndex}]`);
	for (const piece of [...output.values()].flat()) piece.json.warning = warning;
}

function hint(
	context: IExecuteFunctions,
	message: string | undefined,
	type: 'info' | 'warning' = 'warning',
): void {
	if (message) context.addExecutionHints({ message, type, location: 'outputPane' });
}
