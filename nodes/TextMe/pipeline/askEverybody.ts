import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { AskElement, Asking, Person } from '../../answers/asking';
import { isUnanswered } from '../../answers/asking';
import type { NodeError } from '../../shared/nodeError';
import { notSent } from '../../shared/nodeError';
import { runStep } from '../../waiting/subExecution';
import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { Batch } from './batches';
import type { Ledger } from './ledger';
import { continuesOnFail } from './ledger';

/**
 * Asks several people who must all answer, each on a page of their own. A sub-execution sends the texts and waits, because
 * the links lead to it. Returns the batches that are left to send, and whether the node waits.
 */
export async function askEverybody(
	context: IExecuteFunctions,
	operation: Operation,
	items: Parameters[],
	batches: Batch[],
	ledger: Ledger,
): Promise<{ left: Batch[]; isWaiting: boolean }> {
	if (!('waiting' in operation)) return { left: batches, isWaiting: false };
	if (ledger.inOrder().some(({ json }) => isUnanswered(json))) throw askedBefore(context.getNode());
	const people = new Map<Batch, Person>();
	for (const batch of batches) {
		const person = personOf(operation, items, batch);
		if (person) people.set(batch, person);
	}
	const left = batches.filter((batch) => !people.has(batch));
	if (people.size === 0) return { left, isWaiting: false };
	for (const { onlyItemIndex = 0 } of left) {
		ledger.fail(onlyItemIndex, askedDifferently(context.getNode(), onlyItemIndex));
	}
	const asked = await withFreeKeys([...people.keys()], ledger);
	try {
		const isWaiting = await ask(context, items, people, asked, ledger);
		return { left: [], isWaiting };
	} finally {
		await ledger.releaseUnusedKeys();
	}
}

function personOf(
	operation: Operation,
	items: Parameters[],
	{ onlyItemIndex = 0, common, request }: Batch,
): Person | undefined {
	const own = items[onlyItemIndex];
	if (!own || common.validateOnly || !('waiting' in operation)) return undefined;
	const waiting = operation.waiting?.(own);
	if (!waiting || !('page' in waiting) || !waiting.isForAll) return undefined;
	const { timeoutSeconds, onBehalfOf } = common;
	return {
		page: { ...waiting.page, isShared: true },
		until: waiting.until.getTime(),
		link: own.answerLink,
		request: { body: request.body as AskElement, timeoutSeconds, onBehalfOf },
		reminder: waiting.reminder,
	};
}

/** The batches whose keys are free. The keys are used up before anybody is asked. */
async function withFreeKeys(batches: Batch[], ledger: Ledger): Promise<Batch[]> {
	await ledger.claimKeys(batches.filter(({ usesKeys }) => usesKeys));
	const free: Batch[] = [];
	for (const batch of batches) {
		if (!batch.usesKeys || (await ledger.useKeys(batch)).length > 0) free.push(batch);
	}
	return free;
}

async function ask(
	context: IExecuteFunctions,
	items: Parameters[],
	people: Map<Batch, Person>,
	asked: Batch[],
	ledger: Ledger,
): Promise<boolean> {
	if (asked.length === 0) return false;
	const node = context.getNode();
	const known = new Map(ledger.inOrder().map((item) => [itemOf(item), item.json]));
	const asking: Asking = {
		items: items.map(({ itemIndex }) => ({ json: known.get(itemIndex) ?? {} })),
		goesOn: continuesOnFail(context),
		...triesOf(node),
		hasErrorOutput: node.onError === 'continueErrorOutput',
	};
	for (const batch of asked) {
		const person = people.get(batch);
		if (person) asking.items[batch.onlyItemIndex ?? 0] = { person };
	}
	let output: INodeExecutionData[] = [];
	let isWaiting = false;
	try {
		const { waitTill, data } = await runStep(context, 'ask', { ...asking });
		isWaiting = waitTill !== undefined && waitTill !== null;
		output = data[0] ?? [];
	} catch (error) {
		// The sub-execution may have sent texts before it failed.
		for (const batch of asked) {
			await ledger.failRequest(batch, askingFailed(node, batch, error as Error));
		}
		return false;
	}
	await noteOutcomes(context, asked, output, ledger);
	return isWaiting;
}

/** Notes the outcome of each text. Failures come last, because a failure may stop the run. */
async function noteOutcomes(
	context: IExecuteFunctions,
	asked: Batch[],
	output: INodeExecutionData[],
	ledger: Ledger,
): Promise<void> {
	const failed: Array<[Batch, IDataObject]> = [];
	for (const batch of asked) {
		const item = batch.onlyItemIndex ?? 0;
		const json = output[item]?.json ?? {};
		if (json.error !== undefined) failed.push([batch, json]);
		else if (json.sentAt !== undefined) ledger.acceptItem(item, json, true);
		if (json.error === undefined && json.warning !== undefined) {
			const message = `${String(json.warning)} [item ${item}]`;
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
	}
	for (const [batch, { error, message, details }] of failed) {
		const failure = new NodeOperationError(context.getNode(), String(error), {
			itemIndex: batch.onlyItemIndex,
			description: String(message),
		});
		Object.assign(failure.context, details);
		await ledger.failRequest(batch, failure);
	}
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** "Retry On Fail", with n8n's limits. The sub-execution retries the texts, because their links lead to it. */
const triesOf = ({ retryOnFail, maxTries = 3, waitBetweenTries = 1000 }: INode) => ({
	tries: retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1,
	pause: Math.min(5000, Math.max(0, waitBetweenTries)),
});

function askingFailed(node: INode, batch: Batch, { message }: Error): NodeError {
	const item = batch.onlyItemIndex ?? 0;
	const error = new NodeOperationError(
		node,
		`The answers could not be waited for: ${message} [item ${item}]`,
		{
			itemIndex: item,
			description: `It is not known whether the question was sent. Look it up with Report, Get by External ID: ${batch.externalIds()?.join(', ')}. Its link leads nowhere.`,
		},
	);
	const externalIds = batch.externalIds();
	Object.assign(error.context, { outcome: 'unknown', retryable: false, externalIds });
	return error;
}

const askedDifferently = (node: INode, itemIndex: number): NodeError =>
	notSent(
		node,
		`'Response Type', 'First Answer Decides' and 'Validate Only' differ between the items [item ${itemIndex}]`,
		{ itemIndex, description: 'The people of one run are all asked in the same way.' },
	);

/** The links of an earlier try lead to a sub-execution that has ended. */
const askedBefore = (node: INode): NodeError =>
	notSent(node, 'Nobody was asked again, because an earlier try has asked some of the people', {
		description:
			'Their links ended with that try. To ask everybody anew, execute the workflow again instead of this try.',
	});
