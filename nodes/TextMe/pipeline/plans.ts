import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkRequest } from '../../../gateway/codec';
import type { ReplyTree } from '../../../gateway/tree';
import type { NodeError } from '../../shared/nodeError';
import { outcomeOf } from '../../shared/nodeError';
import { callGateway } from '../../shared/request';
import type { Plan } from '../operation';
import { otherFields } from '../../shared/acceptedReply';
import type { Batch } from './batches';
import type { Ledger } from './ledger';

/**
 * Carries out an operation that reads before it writes. All batches are read and planned before the first write, so that a
 * refusal leaves everything as it was.
 *
 * @param isComplete whether no input item was refused
 */
export async function carryOutPlans(
	context: IExecuteFunctions,
	batches: Batch[],
	ledger: Ledger,
	isComplete: boolean,
): Promise<void> {
	const plans: Array<[Batch, Plan]> = [];
	for (const batch of batches) {
		try {
			plans.push([batch, await planOf(context, batch, isComplete)]);
		} catch (error) {
			ledger.failBatch(batch, batch.errorOf(context.getNode(), error));
		}
	}
	for (const [batch, plan] of plans) {
		try {
			ledger.accept(await carryOut(context, batch, plan), !batch.common.validateOnly);
		} catch (error) {
			await ledger.failRequest(batch, batch.errorOf(context.getNode(), error));
		}
	}
}

async function planOf(
	context: IExecuteFunctions,
	batch: Batch,
	isComplete: boolean,
): Promise<Plan> {
	const { operation, entries, settings } = batch;
	const call = { ...batch.request, effect: 'read', validateOnly: false } as const;
	const reply = await callGateway(context, call);
	try {
		const plan = operation.plan?.(reply, entries, settings, isComplete);
		if (!plan) throw new Error(`${operation.name} has no plan`);
		for (const { root, body } of plan.requests) checkRequest(root, body);
		return plan;
	} catch (error) {
		throw new NodeOperationError(context.getNode(), (error as Error).message, {
			itemIndex: batch.onlyItemIndex,
			description: 'Nothing was changed.',
		});
	}
}

async function carryOut(
	context: IExecuteFunctions,
	batch: Batch,
	plan: Plan,
): Promise<Map<number, INodeExecutionData[]>> {
	const replies: ReplyTree[] = [];
	const other: IDataObject = {};
	const { validateOnly } = batch.common;
	for (const { root, body } of validateOnly ? [] : plan.requests) {
		try {
			const { effect, replyFields } = batch.operation;
			const reply = await callGateway(context, { ...batch.request, root, body, effect });
			replies.push(reply.tree);
			Object.assign(other, otherFields(reply, replyFields));
		} catch (error) {
			const { length: done } = replies;
			throw addProgress(batch.errorOf(context.getNode(), error), plan, done);
		}
	}
	return outputOf(batch, {
		...plan.output(replies),
		...(Object.keys(other).length > 0 && { other }),
		...(validateOnly && { validatedOnly: true }),
	});
}

/** Adds the state that a failed request leaves behind to its error. The whole plan is safe to run again. */
function addProgress(error: NodeError, plan: Plan, done: number): NodeError {
	const mayBeDone = done > 0 || outcomeOf(error) === 'unknown';
	const offList = mayBeDone ? plan.offList(done) : [];
	error.description = [
		error.description,
		mayBeDone &&
			`${done} of ${plan.requests.length} requests were carried out. Run it again to do the rest.`,
		offList.length > 0 &&
			`Contacts that may be off the list until then: ${offList.length}, under 'offList' of the error with their fields.`,
	]
		.filter(Boolean)
		.join(' ');
	if (offList.length > 0) Object.assign(error.context, { offList });
	return error;
}

/** One item for all input items together. */
function outputOf({ members }: Batch, json: IDataObject): Map<number, INodeExecutionData[]> {
	const pairedItem = members.map(({ itemIndex }) => ({ item: itemIndex }));
	return new Map(
		members.map(({ itemIndex }, at) => [itemIndex, at === 0 ? [{ json, pairedItem }] : []]),
	);
}
