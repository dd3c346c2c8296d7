import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { goesOn } from './goesOn';
import { hint } from './hint';
import { IdempotencyKeys } from './idempotency';
import type { Journal } from './journal';
import type { NodeError } from './nodeError';
import { asNodeError, outcomeOf, statusOf } from './nodeError';
import type { Operation } from './operation';
import type { Member, PlannedCall } from './plannedCall';
import type { GatewayReply } from './request';
import { callGateway } from './request';
import type { Results } from './results';

/** Makes the requests one after the other and notes everywhere what became of their items. */
export async function carryOut(
	context: IExecuteFunctions,
	operation: Operation,
	calls: PlannedCall[],
	results: Results,
	journal: Journal | undefined,
): Promise<void> {
	const keys = new IdempotencyKeys(context);
	let inDoubt = false;

	async function perform(call: PlannedCall): Promise<void> {
		const { members, common } = call;
		try {
			const reply = await callGateway(context, { ...call.request, effect: operation.effect });
			const output = call.output(reply);
			warn(context, operation, call, reply, output);
			results.accept(output);
			if (!common.validateOnly) journal?.accept(output);
		} catch (caught) {
			const error = asNodeError(context.getNode(), caught, call.onlyItemIndex ?? 0);
			const smaller = goesOn(context) ? call.after(statusOf(error)) : [];
			for (const part of smaller) await perform(part);
			if (smaller.length > 0) return;
			if (outcomeOf(error) === 'rejected') {
				await keys.release(members);
			} else {
				inDoubt = true;
				for (const member of members) {
					journal?.noteDoubt(member.itemIndex, error, call.externalIds([member]));
				}
			}
			journal?.keep();
			results.failAll(call, error);
		}
	}

	async function performFresh(planned: PlannedCall, used: Set<Member>): Promise<void> {
		if (inDoubt && planned.stopsOnDoubt) return results.failAll(planned, heldBack(context));
		const call = withoutUsedKeys(planned, used, results);
		if (!call) return;
		if (!call.common.validateOnly) await keys.use(call.members);
		await perform(call);
	}

	for (const together of claimedTogether(calls)) {
		try {
			const used = await claimKeys(together, keys);
			for (const planned of together) await performFresh(planned, used);
		} finally {
			await keys.settle();
		}
	}
}

/** A claim takes half a second, however many keys it is for. */
const CLAIMED_AT_ONCE = 50;

function claimedTogether(calls: PlannedCall[]): PlannedCall[][] {
	const groups: PlannedCall[][] = [];
	let size = CLAIMED_AT_ONCE;
	for (const call of calls) {
		if (size >= CLAIMED_AT_ONCE) {
			groups.push([]);
			size = 0;
		}
		groups.at(-1)?.push(call);
		size += call.members.length;
	}
	return groups;
}

/** What is said about items that were not sent because it is not known what became of those before them. */
function heldBack(context: IExecuteFunctions): NodeError {
	const error = new NodeOperationError(
		context.getNode(),
		'Not sent, because it is not known whether the batch before was sent',
		{
			description:
				"Look that batch up with Report, Get by External ID. To go on in such a case, set 'After an Unknown Outcome' to 'Go On'.",
		},
	);
	Object.assign(error.context, { outcome: 'rejected', retryable: true });
	return error;
}

/** The items whose idempotency key was used before. */
async function claimKeys(calls: PlannedCall[], keys: IdempotencyKeys): Promise<Set<Member>> {
	return await keys.claim(
		calls.filter(({ common }) => !common.validateOnly).flatMap(({ members }) => members),
	);
}

function withoutUsedKeys(
	call: PlannedCall,
	used: Set<Member>,
	results: Results,
): PlannedCall | undefined {
	const fresh = call.members.filter((member) => !used.has(member));
	if (fresh.length === call.members.length) return call;
	for (const member of call.members) {
		if (!used.has(member)) continue;
		const { itemIndex, idempotencyKey } = member;
		results.accept(
			new Map([
				[itemIndex, [{ json: { skipped: true, idempotencyKey }, pairedItem: { item: itemIndex } }]],
			]),
		);
	}
	return fresh.length === 0 ? undefined : call.only(fresh);
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
