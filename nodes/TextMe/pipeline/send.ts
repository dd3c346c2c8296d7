import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isAllSkipped } from '../../../gateway/status';
import { asNodeError, isNodeError, notSent, outcomeOf, statusOf } from '../../shared/nodeError';
import type { GatewayReply } from '../../shared/request';
import { callGateway } from '../../shared/request';
import { concurrencyOf } from '../fields/commonOptions';
import type { Operation } from '../operation';
import type { Batch } from './batches';
import type { Member } from './prepare';
import type { Ledger } from './ledger';
import { continuesOnFail } from './ledger';
import { outputsOf } from './outputs';

/**
 * The number of items whose keys are claimed together. A claim takes two seconds, for one key or for many, so the keys of
 * the next group are claimed before this group is sent. If n8n is killed in between, the keys of two groups stay used
 * although nothing was sent under them.
 */
const CLAIMED_AT_ONCE = 20;

const ALL_SKIPPED =
	"Everybody got a message in the days set in 'Skip If Messaged in Last Days', so nobody was texted.";

/**
 * Sends the batches of an operation that sends or writes: one after the other, or several at a time. When a failure stops
 * the run, no further batch starts. Batches under way are still awaited, so that the ledger knows their outcome.
 */
export async function sendBatches(
	context: IExecuteFunctions,
	operation: Operation,
	batches: Batch[],
	ledger: Ledger,
): Promise<void> {
	const cancelled = context.getExecutionCancelSignal();
	const width = concurrencyOf(operation, batches[0]?.common);
	let inDoubt = false;

	async function send(batch: Batch): Promise<void> {
		try {
			const reply = await callGateway(context, { ...batch.request, effect: operation.effect });
			const outputs = outputsOf(batch, reply);
			warn(context, operation, batch, reply, outputs);
			ledger.accept(outputs, !batch.common.validateOnly);
		} catch (caught) {
			const error = batch.errorOf(context.getNode(), caught);
			if (isAllSkipped(statusOf(error), batch.body) && !batch.common.validateOnly) {
				return await ledger.skip(batch, ALL_SKIPPED);
			}
			const halves = continuesOnFail(context) ? batch.halvesAfter(statusOf(error)) : [];
			if (halves.length === 0) {
				inDoubt ||= outcomeOf(error) !== 'rejected';
				return await ledger.failRequest(batch, error);
			}
			for (const half of halves) await send(half);
		}
	}

	async function sendOnce(batch: Batch): Promise<void> {
		if (cancelled?.aborted) throw stopped(context);
		if (inDoubt && batch.stopsOnDoubt) return ledger.failBatch(batch, heldBack(context));
		if (!batch.usesKeys) return await send(batch);
		// Of two items with one key, the second is sent only if nothing was sent for the first.
		const [first, later] = firstOfEachKey(batch.members);
		const free = await ledger.useKeys(batch.only(first));
		if (free.length > 0) await send(batch.only(free));
		if (later.length > 0) await sendOnce(batch.only(later));
	}

	async function sendLane(lane: Batch[]): Promise<void> {
		for (const batch of lane) await sendOnce(batch);
	}

	async function claim(together: Batch[] = []): Promise<void> {
		if (!cancelled?.aborted) await ledger.claimKeys(together.filter(({ usesKeys }) => usesKeys));
	}

	const groups = claimedTogether(batches);
	try {
		await claim(groups[0]);
		for (const [n, together] of groups.entries()) {
			await claim(groups[n + 1]);
			await inParallel(lanesOf(together, width), width, sendLane, gravest);
		}
	} finally {
		await ledger.releaseUnusedKeys();
	}
}

function firstOfEachKey(members: Member[]): [first: Member[], later: Member[]] {
	const [first, later]: [Member[], Member[]] = [[], []];
	const seen = new Set<string>();
	for (const member of members) {
		const { idempotencyKey: key } = member;
		(key !== undefined && seen.has(key) ? later : first).push(member);
		if (key !== undefined) seen.add(key);
	}
	return [first, later];
}

/** The error of a send that may have gone out comes before all others, because that send must not be repeated. */
const gravest = (errors: unknown[]): unknown =>
	errors.find((error) => isNodeError(error) && outcomeOf(error) === 'unknown') ?? errors[0];

/** Groups of batches that may run side by side. Batches of items with the same key share a lane and follow each other. */
function lanesOf(batches: Batch[], width: number): Batch[][] {
	if (width === 1) return [batches];
	const lanes = new Map<unknown, Batch[]>();
	for (const batch of batches) {
		const lane = batch.members[0]?.idempotencyKey ?? batch;
		lanes.set(lane, [...(lanes.get(lane) ?? []), batch]);
	}
	return [...lanes.values()];
}

function claimedTogether(batches: Batch[]): Batch[][] {
	if (!batches.some(({ usesKeys }) => usesKeys)) return [batches];
	const groups: Batch[][] = [];
	let size = CLAIMED_AT_ONCE;
	for (const batch of batches) {
		if (size >= CLAIMED_AT_ONCE) {
			groups.push([]);
			size = 0;
		}
		groups.at(-1)?.push(batch);
		size += batch.members.length;
	}
	return groups;
}

/**
 * Warns the user about a reply that needs attention: once for each request, and in the result of every item, together with
 * the warning of the batch.
 */
function warn(
	context: IExecuteFunctions,
	operation: Operation,
	batch: Batch,
	reply: GatewayReply,
	outputs: Map<number, INodeExecutionData[]>,
): void {
	const { common, onlyItemIndex } = batch;
	const warning = common.validateOnly ? undefined : operation.warning?.(reply, batch.externalIds());
	if (warning) {
		const message = onlyItemIndex === undefined ? warning : `${warning} [item ${onlyItemIndex}]`;
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	const warnings = [batch.warning, warning].filter(Boolean).join(' ');
	if (warnings === '') return;
	for (const piece of [...outputs.values()].flat()) piece.json.warning = warnings;
}

/** The failure of items after a batch of unknown outcome. */
export const heldBack = (context: IExecuteFunctions) =>
	notSent(context.getNode(), 'Not sent, because the batch before may or may not have been sent', {
		description:
			"Look that batch up with Report, Get by External ID. To go on in such a case, set 'After an Unknown Outcome' to 'Go On'.",
		retryable: true,
	});

const stopped = (context: IExecuteFunctions) =>
	notSent(context.getNode(), 'The execution was stopped', {
		description: 'Nothing more was sent.',
		retryable: true,
	});

/**
 * Makes the requests of an operation that reads, several at a time, and notes the results in the order of the requests. A run
 * of several requests shows its progress in the editor.
 */
export async function readBatches(
	context: IExecuteFunctions,
	operation: Operation,
	batches: Batch[],
	ledger: Ledger,
): Promise<void> {
	let done = 0;
	const width = concurrencyOf(operation, batches[0]?.common);
	const answers = await inParallel(batches, width, async (batch) => {
		try {
			const reply = await callGateway(context, { ...batch.request, effect: 'read' });
			done++;
			if (batches.length > 1) {
				context.sendMessageToUI(`${operation.action}: ${done} of ${batches.length} requests done`);
			}
			return { batch, outputs: outputsOf(batch, reply) };
		} catch (caught) {
			const error = asNodeError(context.getNode(), caught, batch.members[0]?.itemIndex ?? 0);
			if (!continuesOnFail(context)) throw error;
			return { batch, error };
		}
	});
	for (const { batch, outputs, error } of answers) {
		if (outputs) ledger.accept(outputs);
		else for (const { itemIndex } of batch.members) ledger.fail(itemIndex, error);
	}
}

/**
 * Works through `tasks`, at most `width` at a time, and returns the results in the order of the tasks. After a failure no
 * further task starts. Tasks under way are still awaited.
 *
 * @param choose picks the failure to raise from all failures, in the order of the tasks
 */
export async function inParallel<Task, Result>(
	tasks: Task[],
	width: number,
	work: (task: Task) => Promise<Result>,
	choose = ([first]: unknown[]): unknown => first,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures: unknown[] = [];
	let next = 0;
	async function worker(): Promise<void> {
		while (failures.length === 0 && next < tasks.length) {
			const index = next++;
			try {
				results[index] = await work(tasks[index] as Task);
			} catch (error) {
				failures[index] = error;
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
	if (failures.length > 0) throw choose(failures.filter(Boolean));
	return results;
}
