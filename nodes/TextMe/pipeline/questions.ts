import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Asking, Person } from '../../answers/asking';
import { isUnanswered } from '../../answers/asking';
import type { Waiting } from '../../answers/question';
import type { NodeError } from '../../shared/nodeError';
import { notSent, outcomeOf } from '../../shared/nodeError';
import { runStep } from '../../waiting/subExecution';
import type { Batch } from './batch';
import { foundBy, saveOnExecution } from './customData';
import type { Item } from './item';
import { releaseUnsent, withFreeKeys } from './keyed';
import { accept, failBatch, noteFailure, skip } from './noting';
import { inputFields, outputOf } from './outputs';
import type { Run } from './run';

export const waitingFor = ({ operation }: Run, item: Item | undefined): Waiting | undefined =>
	item && operation.waiting?.(item.value);

/**
 * Asks several people who must all answer, each on a page of their own. A sub-execution sends the texts and waits, because
 * the links lead to it. Returns the batches that are left to send, and whether the sub-execution waits.
 */
export async function askEverybody(
	run: Run,
	batches: Batch[],
): Promise<{ left: Batch[]; isWaiting: boolean }> {
	const { node } = run;
	if (outputOf(run).some(({ json }) => isUnanswered(json))) throw askedBefore(node);
	const people = new Map<Batch, Person>();
	for (const batch of batches) {
		const person = personOf(run, batch);
		if (person) people.set(batch, person);
	}
	const left = batches.filter((batch) => !people.has(batch));
	if (people.size === 0) return { left, isWaiting: false };
	for (const batch of left) failBatch(batch, askedDifferently(node, batch.onlyItemIndex ?? 0));
	try {
		const asked = await withKeys(run, [...people.keys()]);
		return { left: [], isWaiting: await ask(run, people, asked) };
	} finally {
		await releaseUnsent(run);
	}
}

function personOf(run: Run, { parts: [part], common }: Batch): Person | undefined {
	const waiting = waitingFor(run, part?.item);
	const [text] = part?.texts ?? [];
	const isAskedHere = !waiting || !('page' in waiting) || !waiting.isForAll;
	if (isAskedHere || !text) return undefined;
	return {
		page: { ...waiting.page, isShared: true },
		until: waiting.until.getTime(),
		link: waiting.link,
		text,
		timeoutSeconds: common.timeoutSeconds,
		reminder: waiting.reminder,
		at: waiting.at,
	};
}

/** The batches whose keys are free. The keys are used up before anybody is asked. */
async function withKeys({ keys }: Run, batches: Batch[]): Promise<Batch[]> {
	await keys.claim(batches.flatMap(({ items }) => items));
	const free: Batch[] = [];
	for (const batch of batches) {
		const own = await withFreeKeys(batch);
		if (own) free.push(own);
	}
	return free;
}

async function ask(run: Run, people: Map<Batch, Person>, asked: Batch[]): Promise<boolean> {
	const { context, node, goesOn, items } = run;
	if (asked.length === 0) return false;
	const known = new Map(outputOf(run).map((item) => [itemOf(item), item.json]));
	const asking: Asking = {
		items: items.map((_, itemIndex) => ({ json: known.get(itemIndex) ?? {} })),
		fields: items.map((_, itemIndex) => inputFields(run, itemIndex) ?? null),
		goesOn,
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
		failAll(asked.map((batch) => [batch, askingFailed(node, batch, error as Error)]));
		return false;
	}
	noteOutcomes(run, asked, output);
	return isWaiting;
}

/** Notes the fate of each text. Failures come last, because a failure may stop the run. */
function noteOutcomes(run: Run, asked: Batch[], output: INodeExecutionData[]): void {
	const failures: Array<[Batch, NodeError]> = [];
	for (const batch of asked) {
		const item = batch.onlyItemIndex ?? 0;
		const json = output[item]?.json ?? {};
		if (json.error !== undefined) {
			failures.push([batch, failureOf(run.node, item, json)]);
		} else if (json.skipped === true) {
			skip(batch, { why: 'blocked' });
		} else if (json.sentAt !== undefined) {
			noteAsked(batch, json);
		}
		// Of a rehearsal, one sentence tells everything.
		if (json.error === undefined && json.warning !== undefined && run.rehearsal === undefined) {
			const message = `${String(json.warning)} [item ${item}]`;
			run.context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
	}
	failAll(failures);
}

/** Notes all failures, and stops the run with the gravest one: a retry must know of every text that may have been sent. */
function failAll(failures: Array<[Batch, NodeError]>): void {
	const gravest = failures.find(([, error]) => outcomeOf(error) === 'unknown') ?? failures[0];
	for (const failure of failures) if (failure !== gravest) noteFailure(...failure);
	if (gravest) failBatch(...gravest);
}

function noteAsked(batch: Batch, json: IDataObject): void {
	const { run, parts } = batch;
	const isOnlyChecked = json.onlyChecked === true;
	const item = batch.onlyItemIndex ?? 0;
	accept(batch, [[{ json, pairedItem: { item } }]], { kind: 'accepted', isOnlyChecked });
	saveOnExecution(
		run,
		foundBy(
			parts.flatMap(({ texts }) => texts),
			json.shipmentId,
		),
	);
}

function failureOf(node: INode, itemIndex: number, json: IDataObject): NodeError {
	const { error, message, details } = json;
	const failure = new NodeOperationError(node, String(error), {
		itemIndex,
		description: String(message),
	});
	Object.assign(failure.context, details);
	return failure;
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** "Retry On Fail", with n8n's limits. The sub-execution makes the retries, because the links lead to it. */
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
		`'Response Type' and 'First Answer Decides' differ between the items [item ${itemIndex}]`,
		{ itemIndex, description: 'The people of one run are all asked in the same way.' },
	);

/** The error of a retry: the links of the earlier try lead to a sub-execution that has ended. */
export const askedBefore = (node: INode): NodeError =>
	notSent(node, 'Nobody was asked again, because an earlier try has asked some of the people', {
		description:
			'Their links ended with that try. To ask everybody anew, execute the workflow again instead of this try.',
	});
