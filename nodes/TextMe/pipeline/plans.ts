import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkRequest } from '../../../gateway/encode';
import { InputError } from '../../../gateway/checks';
import type { ListedContact } from '../../../gateway/contacts';
import { split } from '../../../gateway/lists';
import type { ReplyTree } from '../../../gateway/tree';
import { LeftOff } from '../../memory/leftOff';
import type { NodeError } from '../../shared/nodeError';
import { outcomeOf } from '../../shared/nodeError';
import { callGateway } from '../../shared/request';
import type { Plan, PlannedRequest } from '../plan';
import { otherFields } from '../../shared/replies';
import type { Batch } from './batch';
import { accept, failBatch } from './noting';
import type { Run } from './run';

/**
 * Carries out an operation that reads before it writes. All batches are read and planned before the first write, so that a
 * refusal leaves everything as it was.
 *
 * @param isComplete whether no input item was refused
 */
export async function carryOutPlans(
	{ context, operation }: Run,
	batches: Batch[],
	isComplete: boolean,
): Promise<void> {
	const planned: Planned[] = [];
	const fail = (batch: Batch, error: unknown) => {
		failBatch(batch, batch.errorOf(error));
	};
	const [apart, alike] = split(batches, (batch) => isOnlyOne(batch, batches));
	for (const batch of alike) fail(batch, notChanged(context, batch, DIFFERENT_OPTIONS));
	for (const batch of apart) {
		const leftOff = new LeftOff(context, thingOf(batch));
		try {
			planned.push({ batch, leftOff, plan: await planOf(context, batch, isComplete, leftOff) });
		} catch (error) {
			fail(batch, error);
		}
	}
	try {
		operation.checkPlans?.(planned.map(({ plan }) => plan));
	} catch (error) {
		for (const { batch } of planned) fail(batch, notChanged(context, batch, error as Error));
		return;
	}
	for (const { batch, leftOff, plan } of planned) {
		try {
			accept(batch, await carryOut(context, batch, plan, leftOff), {
				kind: 'accepted',
				isValidated: batch.common.validateOnly,
			});
		} catch (error) {
			fail(batch, error);
		}
	}
}

interface Planned {
	batch: Batch;
	plan: Plan;
	leftOff: LeftOff;
}

/** What a batch changes, e.g. a contact list of an account. */
const thingOf = ({ settings, common }: Batch) => JSON.stringify([common.onBehalfOf, settings]);

/** Whether no other batch changes the same thing: two plans for it would each undo the other. */
const isOnlyOne = (batch: Batch, batches: Batch[]) =>
	batches.every((other) => other === batch || thingOf(other) !== thingOf(batch));

const DIFFERENT_OPTIONS = new InputError(
	'The options differ between the input items for one contact list; give all of its items the same',
);

const notChanged = (context: IExecuteFunctions, { onlyItemIndex }: Batch, { message }: Error) =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex: onlyItemIndex,
		description: 'Nothing was changed.',
	});

async function planOf(
	context: IExecuteFunctions,
	batch: Batch,
	isComplete: boolean,
	{ contacts: leftOff }: LeftOff,
): Promise<Plan> {
	const { entries, settings, run } = batch;
	const { operation } = run;
	const call = { ...batch.request, effect: 'read', validateOnly: false } as const;
	const reply = await callGateway(context, call);
	try {
		const known = { isComplete, leftOff };
		const plan = operation.plan?.(reply, entries, settings, known);
		if (!plan) throw new Error(`${operation.name} has no plan`);
		for (const { root, body } of plan.requests) checkRequest(root, body);
		return plan;
	} catch (error) {
		throw notChanged(context, batch, error as Error);
	}
}

async function carryOut(
	context: IExecuteFunctions,
	batch: Batch,
	plan: Plan,
	leftOff: LeftOff,
): Promise<INodeExecutionData[][]> {
	if (batch.common.validateOnly) {
		return outputOf(batch, { ...plan.output([], []), validatedOnly: true });
	}
	const { replies, other, failure } = await request(context, batch, plan.requests);
	const mayBeOff = failure && !mayBeDone(failure, replies) ? [] : plan.offList(replies);
	const off = await putBack(context, batch, plan, mayBeOff);
	if (failure && mayBeOff.length === 0) throw addProgress(failure, plan, replies);
	leftOff.contacts = off;
	if (failure) throw addPutBack(addProgress(failure, plan, replies), off);
	return outputOf(batch, {
		...plan.output(replies, off),
		...(Object.keys(other).length > 0 && { other }),
	});
}

interface Done {
	replies: ReplyTree[];
	other: IDataObject;
	failure?: NodeError;
}

/** Makes requests one after the other, up to the first that fails. */
async function request(
	context: IExecuteFunctions,
	batch: Batch,
	requests: PlannedRequest[],
): Promise<Done> {
	const done: Done = { replies: [], other: {} };
	const { effect, replyFields } = batch.run.operation;
	for (const { root, body } of requests) {
		try {
			const reply = await callGateway(context, {
				...batch.request,
				root,
				body: () => body,
				written: undefined,
				effect,
			});
			done.replies.push(reply.tree);
			Object.assign(done.other, otherFields(reply, replyFields));
		} catch (error) {
			return { ...done, failure: batch.errorOf(error) };
		}
	}
	return done;
}

/** Puts contacts back on their list. Returns those that may be off it all the same. */
async function putBack(
	context: IExecuteFunctions,
	batch: Batch,
	plan: Plan,
	contacts: ListedContact[],
): Promise<ListedContact[]> {
	if (contacts.length === 0) return [];
	const { replies, failure } = await request(context, batch, plan.putBack(contacts));
	return failure ? contacts : plan.notBack(contacts, replies);
}

const mayBeDone = (failure: NodeError, replies: ReplyTree[]) =>
	replies.length > 0 || outcomeOf(failure) === 'unknown';

/** Adds to an error how far the plan got. The whole plan is safe to run again. */
function addProgress(error: NodeError, plan: Plan, replies: ReplyTree[]): NodeError {
	if (!mayBeDone(error, replies)) return error;
	return withSentence(
		error,
		`${replies.length} of ${plan.requests.length} requests were carried out. Run it again to do the rest.`,
	);
}

/** Adds to an error what became of the contacts that were off their list. */
function addPutBack(error: NodeError, off: ListedContact[]): NodeError {
	if (off.length === 0) {
		return withSentence(error, 'The contacts that were to be changed have their old fields again.');
	}
	Object.assign(error.context, {
		offList: off.map(({ phone, fields }) => ({ phone, ...fields })),
	});
	return withSentence(
		error,
		`Contacts that may be off the list until then: ${off.length}, under 'offList' of the error with their fields. The next run adds them with these fields.`,
	);
}

const withSentence = (error: NodeError, sentence: string): NodeError =>
	Object.assign(error, { description: [error.description, sentence].filter(Boolean).join(' ') });

/** One item for all input items together. */
function outputOf({ items, parts }: Batch, json: IDataObject): INodeExecutionData[][] {
	const pairedItem = items.map(({ itemIndex }) => ({ item: itemIndex }));
	return parts.map((_, at) => (at === 0 ? [{ json, pairedItem }] : []));
}
