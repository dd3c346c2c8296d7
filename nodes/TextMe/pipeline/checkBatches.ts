import type { IExecuteFunctions } from 'n8n-workflow';

import { isAboutOneMessage, reachesNobody } from '../../../gateway/status';
import type { CheckFault } from '../../shared/gatewayError';
import type { NodeError } from '../../shared/nodeError';
import { aboutItem, checkFaultOf, statusOf } from '../../shared/nodeError';
import { callGateway } from '../../shared/request';
import type { Batch } from './batches';
import type { Member } from './prepare';
import type { Ledger } from './ledger';
import { heldBack } from './send';

const NOT_CHECKED =
	"Sent without a check: the test address of the service (/api/test) does not answer as it should. Switch off 'Check Batches First', or ask the support of the service.";

/**
 * Has the test address check batches, and leaves out the items that the gateway would not accept. Where there is no such
 * address, batches go out unchecked. A batch that the check may have sent does not go out again, nor do those after it unless
 * the user wants to go on.
 */
export async function checkBatches(
	context: IExecuteFunctions,
	calls: Batch[],
	ledger: Ledger,
): Promise<Batch[]> {
	const checked: Batch[] = [];
	let fault: CheckFault | undefined;
	for (const call of calls) {
		if (!call.checksFirst) {
			checked.push(call);
			continue;
		}
		if (fault === 'live' && call.stopsOnDoubt) {
			ledger.failBatch(call, heldBack(context));
			continue;
		}
		const { refused, error } =
			fault === undefined ? await check(context, call) : { refused: new Map<Member, NodeError>() };
		if (error) {
			fault = checkFaultOf(error);
			if (fault === 'live') {
				await ledger.failCheck(call, error);
				continue;
			}
			if (fault === 'missing') {
				context.addExecutionHints({
					message: NOT_CHECKED,
					type: 'warning',
					location: 'outputPane',
				});
			} else {
				for (const member of call.members) refused.set(member, error);
			}
		}
		// An item that was sent before is skipped later, whatever the check says about it now.
		const used = await ledger.usedKeys([...refused.keys()]);
		for (const member of refused.keys()) {
			if (used.has(member.idempotencyKey ?? '')) refused.delete(member);
		}
		for (const [member, refusal] of refused) {
			ledger.fail(member.itemIndex, refusal, call.externalIds([member]));
		}
		const taken = call.members.filter((member) => !refused.has(member));
		if (taken.length === 0) continue;
		const left = call.only(taken);
		if (fault !== undefined) left.warning = NOT_CHECKED;
		checked.push(left);
	}
	return checked;
}

/** The items that the check refuses, or what is wrong with the batch as a whole. */
async function check(
	context: IExecuteFunctions,
	call: Batch,
): Promise<{ refused: Map<Member, NodeError>; error?: NodeError }> {
	try {
		return { refused: await refusedByCheck(context, call) };
	} catch (caught) {
		const error = call.errorOf(context.getNode(), caught);
		return { refused: new Map(), error };
	}
}

/** Test calls for one batch; after that the rest of it counts as refused. Enough for some 80 bad items in 2,500. */
const MOST_TEST_CALLS = 1000;

/**
 * Has the test address check a batch, and finds the items that the gateway would refuse by halving. Nothing is sent. Raises
 * what is wrong with the batch as a whole, such as missing credit.
 */
async function refusedByCheck(
	context: IExecuteFunctions,
	call: Batch,
): Promise<Map<Member, NodeError>> {
	const node = context.getNode();
	const refused = new Map<Member, NodeError>();
	let testCalls = 0;

	async function refusalOf(members: Member[]): Promise<NodeError | undefined> {
		testCalls++;
		const part = call.only(members);
		try {
			// A test call does nothing, so it may be repeated like a read.
			await callGateway(context, { ...part.request, effect: 'read', validateOnly: true });
			return undefined;
		} catch (caught) {
			const error = part.errorOf(node, caught);
			// The service leaves these people out, and the reply to what is sent will say so if nobody else is in it.
			if (reachesNobody(statusOf(error), part.body)) return undefined;
			if (!isAboutOneMessage(statusOf(error) ?? 0)) throw error;
			return error;
		}
	}

	/** Whether there is a bad item among the candidates; `known` when the answer of the gateway already implies it. */
	async function search(candidates: Member[], known: boolean): Promise<boolean> {
		const members = candidates.filter((member) => !refused.has(member));
		const [first] = members;
		if (!first) return false;
		const canSplit = members.length > 1 && testCalls < MOST_TEST_CALLS;
		if (!known || !canSplit) {
			const error = await refusalOf(members);
			if (!error) return false;
			if (!canSplit) {
				refuse(members, error);
				return true;
			}
		}
		const middle = Math.ceil(members.length / 2);
		const inFirstHalf = await search(members.slice(0, middle), false);
		await search(members.slice(middle), !inFirstHalf);
		return true;
	}

	function refuse(members: Member[], error: NodeError): void {
		const [culprit] = members;
		const status = statusOf(error) ?? 0;
		for (const member of call.members) {
			const alike = culprit && members.length === 1 && call.sharesFault(status, culprit, member);
			if (alike || members.includes(member)) {
				refused.set(member, aboutItem(node, error, member.itemIndex));
			}
		}
	}

	await search(call.members, false);
	return refused;
}
