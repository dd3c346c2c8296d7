import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { split } from '../../../gateway/lists';
import { KeyMemory } from '../../memory/keyMemory';
import { goesOn } from './goesOn';
import { hint } from '../../shared/hint';
import type { Journal } from './journal';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, outcomeOf, statusOf } from '../../shared/nodeError';
import type { Operation } from '../operation';
import type { Member, PlannedCall } from './plannedCall';
import type { GatewayReply } from '../../shared/request';
import { callGateway } from '../../shared/request';
import type { Results } from './results';

/** A claim takes half a second, however many keys it is for. Killed meanwhile, n8n leaves so many used that nothing was sent under. */
const CLAIMED_AT_ONCE = 20;

/** Makes the requests one after the other and notes everywhere what became of their items. */
export async function carryOut(
	context: IExecuteFunctions,
	operation: Operation,
	calls: PlannedCall[],
	results: Results,
	journal: Journal | undefined,
): Promise<void> {
	const keys = new KeyMemory(context);
	const cancelled = context.getExecutionCancelSignal();
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
				await keys.release(keysOf(members));
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

	async function performOnce(call: PlannedCall): Promise<void> {
		if (cancelled?.aborted) throw stopped(context);
		if (inDoubt && call.stopsOnDoubt) return results.failAll(call, heldBack(context));
		if (call.common.validateOnly) return await perform(call);
		// Of two items with one key, the second goes out only if nothing was sent for the first.
		const [first, again] = eachKeyOnce(call.members);
		const free = await withFreeKeys(first);
		if (free.length > 0) await perform(call.only(free));
		if (again.length > 0) await performOnce(call.only(again));
	}

	/** Uses up the keys of items and returns the items that may be sent. */
	async function withFreeKeys(members: Member[]): Promise<Member[]> {
		await keys.claim(keysOf(members));
		const states = await keys.use(keysOf(members));
		return members.filter((member) => {
			const state = states.get(member.idempotencyKey ?? '') ?? 'ours';
			if (state === 'used') results.accept(skipped(member));
			if (state === 'unsure') results.fail(member.itemIndex, unsureKey(context, member));
			return state === 'ours';
		});
	}

	for (const together of claimedTogether(calls)) {
		const sent = together.filter(({ common }) => !common.validateOnly);
		try {
			if (!cancelled?.aborted) await keys.claim(sent.flatMap(({ members }) => keysOf(members)));
			for (const call of together) await performOnce(call);
		} finally {
			await keys.releaseUnused();
		}
	}
}

const keysOf = (members: Member[]) => members.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);

function eachKeyOnce(members: Member[]): [Member[], Member[]] {
	const seen = new Set<string>();
	return split(members, ({ idempotencyKey: key }) => {
		const isFirst = key === undefined || !seen.has(key);
		if (key !== undefined) seen.add(key);
		return isFirst;
	});
}

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

const skipped = ({ itemIndex, idempotencyKey }: Member) =>
	new Map([
		[itemIndex, [{ json: { skipped: true, idempotencyKey }, pairedItem: { item: itemIndex } }]],
	]);

function refusedHere(context: IExecuteFunctions, message: string, description: string): NodeError {
	const error = new NodeOperationError(context.getNode(), message, { description });
	Object.assign(error.context, { outcome: 'rejected', retryable: true });
	return error;
}

/** What is said about the items after a batch of unknown outcome. */
const heldBack = (context: IExecuteFunctions) =>
	refusedHere(
		context,
		'Not sent, because it is not known whether the batch before was sent',
		"Look that batch up with Report, Get by External ID. To go on in such a case, set 'After an Unknown Outcome' to 'Go On'.",
	);

const stopped = (context: IExecuteFunctions) =>
	refusedHere(context, 'The execution was stopped', 'Nothing more was sent.');

function unsureKey(context: IExecuteFunctions, { itemIndex, idempotencyKey }: Member): NodeError {
	const error = new NodeOperationError(
		context.getNode(),
		`Not sent, because the database of n8n was too slow to claim 'Idempotency Key' "${idempotencyKey}" [item ${itemIndex}]`,
		{
			itemIndex,
			description:
				'Another execution may have sent this item. Check with Report, Get by External ID. To send it, use another key.',
		},
	);
	Object.assign(error.context, { outcome: 'rejected', retryable: false });
	return error;
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
