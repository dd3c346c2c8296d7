import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { runSentence } from '../../planning/runFigures';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, forErrorOutput, isNodeError } from '../../shared/nodeError';
import { rehearsalHint, rehearsalPhone } from '../../shared/rehearsal';
import { accountOf } from '../../shared/request';
import type { Account } from '../../shared/request';
import { startWait, whileWaiting } from '../../waiting/startWait';
import type { Watch } from '../../waiting/wait';
import { isHumanReview, notReviewed } from '../agent/humanReview';
import { Permission } from '../agent/permission';
import { toolOutput } from '../agent/toolOutput';
import { allFieldsOf } from '../describe';
import { idempotencyKey, sharedSettings } from '../options/common';
import { waitForDeliveryOption } from '../options/waiting';
import type { SendTime } from '../options/sendOptions';
import type { BatchOperation, Operation } from '../operation';
import { resources } from '../operations';
import { Parameters, RunParameters } from '../parameters';
import { askEverybody, Replies, waitForDelivery, waitForLink } from './ask';
import { addParts, batchItems } from './batches';
import type { Batch, Member } from './batches';
import { firstBegan, journalKey, Ledger } from './ledger';
import { noteLists } from './passes';
import { carryOutPlans } from './plans';
import { atTheirTimes, noteDuplicates, screen } from './screen';
import { checkBatches, readBatches, sendBatches } from './send';

/** One run of the node: what every stage may know. */
export interface Run {
	context: IExecuteFunctions;
	node: INode;
	resource: string;
	operation: Operation;
	/** Undefined for a broken credential: the request of each item then raises the error. */
	account: Account | undefined;
	/** When the first try of the run began (milliseconds since 1970). */
	began: number;
	/** The phone that everything goes to in a rehearsal. */
	rehearsal: string | undefined;
	/** Whether a model calls the node as a tool. */
	isTool: boolean;
	/** See `RunParameters`. */
	withoutExecution: boolean;
	/** Whether a failed item comes out with its error instead of stopping the run. */
	goesOn: boolean;
	/** Whether the node waits for delivery. A tool never does: the model can look the delivery up later. */
	waitsForDelivery: boolean;
	/** The input items by their index, without those that were refused. */
	items: Array<Member | undefined>;
	/** The value of a field as it was given for an item, unchecked. */
	given(field: string, itemIndex: number): unknown;
	ledger: Ledger;
}

/**
 * Runs the chosen operation on the input items. All items are read and checked before the first request is made, so that a
 * mistake in the last item does not leave the others half done.
 */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { run, parameters } = await begin(context);
	const { operation, ledger } = run;
	const { fromItems = Infinity, text: message = '' } = operation.advice ?? {};
	if (run.items.length >= fromItems) {
		context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
	}
	if (run.rehearsal !== undefined && operation.effect === 'send') {
		const message = rehearsalHint(run.rehearsal);
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	let ending: Ending | void;
	try {
		const done = ledger.restore();
		const todo = run.items.map((_, itemIndex) => itemIndex).filter((index) => !done.has(index));
		const parts = readItems(run, parameters, todo);
		for (const itemIndex of done) rereadItem(run, parameters, itemIndex);
		ending = await STAGES[kindOf(operation)](run, withoutHeld(run, parts));
	} catch (error) {
		const stopped = ledger.stop(error);
		if (!isHumanReview(run.node) || !isNodeError(stopped)) throw stopped;
		return [{ json: notReviewed(stopped), pairedItem: { item: 0 } }];
	}
	return await returnOutput(run, ending);
}

type Kind = 'read' | 'write' | 'plan' | 'send' | 'ask';

const kindOf = (operation: Operation): Kind => {
	if (operation.waiting) return 'ask';
	return 'plan' in operation ? 'plan' : operation.effect;
};

/** The stages of a run, by the kind of the operation. */
const STAGES: Record<Kind, (run: Run, members: Member[]) => Promise<Ending | void>> = {
	async read(run, members) {
		await readBatches(run, permitted(run, batchItems(run, members)));
	},
	async plan(run, members) {
		const batches = batchItems(run, members);
		const isComplete = !run.ledger.hasFailures;
		await carryOutPlans(run, permitted(run, batches), isComplete);
	},
	async write(run, members) {
		await sendBatches(run, permitted(run, batchItems(run, members)));
	},
	async send(run, members) {
		const permission = run.isTool ? new Permission(run) : undefined;
		for (let todo = members; todo.length > 0; ) {
			const { left, duplicates, toLists } = await screen(run, todo);
			const batches = batchItems(run, left);
			const allowed = permission?.permitted(batches) ?? batches;
			await sendBatches(run, await checkBatches(run, allowed));
			if (toLists.length > 0) noteLists(run, toLists);
			todo = duplicates.size > 0 ? noteDuplicates(run, duplicates) : [];
		}
		permission?.settle();
		return run.waitsForDelivery ? async (output) => await waitForDelivery(run, output) : undefined;
	},
	async ask(run, members) {
		const replies = new Replies(run);
		const inTime = atTheirTimes(run, members);
		const batches = await replies.readEarlier(permitted(run, batchItems(run, inTime)));
		const { left, isWaiting } = await askEverybody(run, batches);
		await sendBatches(run, left);
		return async (output) => {
			await waitForLink(run, output);
			return isWaiting ? 'begun' : await replies.watch(output);
		};
	},
};

function permitted(run: Run, batches: Batch[]): Batch[] {
	return run.isTool ? new Permission(run).permitted(batches) : batches;
}

async function begin(context: IExecuteFunctions): Promise<{ run: Run; parameters: RunParameters }> {
	const { resource, operation } = chosenOperation(context);
	const account = await accountOf(context).catch(() => undefined);
	const parameters = new RunParameters(context, account, () => allFieldsOf(operation));
	const { node, isTool, withoutExecution, itemCount } = parameters;
	const waitsForDelivery =
		!isTool &&
		parameters.hasOption(waitForDeliveryOption.name) &&
		operation.options?.includes(waitForDeliveryOption) === true;
	const hasJournal = operation.effect !== 'read' && !('plan' in operation) && !withoutExecution;
	const journal = hasJournal ? journalKey(context, isTool) : undefined;
	if (journal !== undefined) parameters.now = firstBegan(context, journal) ?? parameters.now;
	const run = {
		context,
		node,
		resource,
		operation,
		account,
		began: parameters.now,
		rehearsal: account?.rehearsalPhone ? rehearsalOf(account) : undefined,
		isTool,
		withoutExecution,
		// A model gets a raised error without its description, or not at all with agents before version 3.
		// In human review, `notReviewed` tells the model of a failure, whatever the user has set.
		goesOn:
			(context.continueOnFail() && !isHumanReview(node)) ||
			(isTool && node.onError !== 'stopWorkflow'),
		waitsForDelivery,
		items: new Array<Member | undefined>(itemCount).fill(undefined),
		given: (field: string, itemIndex: number) =>
			parameters.value(field, itemIndex, context.getInputData()[itemIndex]?.json ?? {}),
	};
	const ledger = new Ledger(run, journal);
	return { run: { ...run, ledger }, parameters };
}

/** Undefined for an invalid phone: the request of each item then raises the error. */
function rehearsalOf(account: Account): string | undefined {
	try {
		return rehearsalPhone(account);
	} catch {
		return undefined;
	}
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

/** Reads and checks items, and returns their parts. Those with a mistake fail. */
function readItems(run: Run, parameters: RunParameters, indexes: number[]): Member[] {
	const mistakes: Array<{ itemIndex: number; error: NodeError }> = [];
	const parts: Member[] = [];
	for (const itemIndex of indexes) {
		try {
			addParts(run.operation, itemAt(run, parameters, itemIndex, false), parts);
		} catch (error) {
			mistakes.push({ itemIndex, error: asNodeError(run.node, error, itemIndex) });
		}
	}
	if (mistakes.length > 0) run.ledger.failAll(mistakes);
	return parts;
}

/** Reads an item that an earlier try has carried out: others are compared with it, and its answer may still be waited for. */
function rereadItem(run: Run, parameters: RunParameters, itemIndex: number): void {
	try {
		addParts(run.operation, itemAt(run, parameters, itemIndex, true), []);
	} catch {
		// What was sent is not refused later.
	}
}

function itemAt(
	{ context, operation, items }: Run,
	parameters: RunParameters,
	itemIndex: number,
	isDone: boolean,
): Member {
	const json: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
	const own = new Parameters(parameters, itemIndex, json, isDone);
	const { common, care } = sharedSettings(own, operation);
	const key = operation.effect === 'send' ? idempotencyKey(own) : undefined;
	const value = operation.read(own);
	const { when } = value as { when?: SendTime };
	const item: Member = {
		itemIndex,
		value,
		when,
		common,
		care,
		key,
		isDone,
		entry: undefined,
		settings: undefined,
		outgoing: undefined,
		keysOfDuplicates: [],
	};
	items[itemIndex] = item;
	return item;
}

/** An item with nothing to do gets its output at once. */
function withoutHeld({ operation, items, ledger }: Run, parts: Member[]): Member[] {
	if (!operation.held) return parts;
	const held = new Set<number>();
	for (const item of items) {
		const output = item && !item.isDone && operation.held(item.value);
		if (!output) continue;
		ledger.acceptItem(item.itemIndex, output);
		held.add(item.itemIndex);
	}
	return parts.filter(({ itemIndex }) => !held.has(itemIndex));
}

/** What a run does after its requests. Returns what to wait for; `begun` if a sub-execution already waits. */
type Ending = (output: INodeExecutionData[]) => Promise<Watch | 'begun' | undefined>;

/** Returns the output of the run: at once, or after the wait for a delivery or an answer. */
async function returnOutput(run: Run, ending: Ending | void): Promise<INodeExecutionData[]> {
	const { context, node, ledger } = run;
	const output = ledger.inOrder(mergeOf(run));
	if (run.operation.outgoing ?? run.operation.waiting) tellFigures(run);
	if (mayRunAgain(run, output)) ledger.keepJournal();
	else ledger.deleteJournal();
	const watch = await ending?.(output);
	if (run.isTool && !watch) return toolOutput(output, run);
	const isBegun = watch === 'begun';
	if (node.onError === 'continueErrorOutput') {
		const items = watch && !isBegun ? watch.items : output;
		for (const item of items) item.json = forErrorOutput(item.json);
	}
	if (isBegun) return whileWaiting(context, output);
	return watch ? await startWait(context, watch, () => ledger.keepJournal()) : output;
}

/** Tells the user in one sentence what became of the items. */
function tellFigures({ context, ledger: { figures } }: Run): void {
	const sentence = runSentence(figures);
	if (sentence === '') return;
	const advice = [
		figures.duplicate && "To send duplicates, too, set 'Duplicates' to 'Send All'.",
		figures.sentBefore && "To send it again, use another 'Idempotency Key'.",
	].filter(Boolean);
	const message = advice.length > 0 ? `${sentence}. ${advice.join(' ')}` : sentence;
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

/** Merges the outputs of an item; `undefined` where the replies come out untouched. */
function mergeOf({ operation, items }: Run) {
	const { merge } = operation as BatchOperation;
	const common = items.find((item) => item !== undefined)?.common;
	if (!merge || !common?.simplify || common.validateOnly) return undefined;
	return (outputs: IDataObject[][], itemIndex: number): IDataObject[] => {
		const item = items[itemIndex];
		return item ? merge(outputs, item.value) : outputs.flat();
	};
}

function mayRunAgain(
	{ isTool, operation, node, ledger }: Run,
	output: INodeExecutionData[],
): boolean {
	if (isTool) return operation.effect === 'send' || ledger.hasDoubts;
	// n8n runs a node again when the first item of its output is a failed one.
	return node.retryOnFail === true && output[0]?.json.error !== undefined;
}
