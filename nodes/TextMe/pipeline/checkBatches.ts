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
 * Has the test address check batches, and leaves out the items that the gateway would not accept. Without a test address,
 * batches are sent unchecked. A batch that the check may have sent is not sent again. The batches after it are held back,
 * unless the user wants to go on.
 */
export async function checkBatches(
	context: IExecuteFunctions,
	batches: Batch[],
	ledger: Ledger,
): Promise<Batch[]> {
	const checked: Batch[] = [];
	let fault: CheckFault | undefined;
	for (const batch of batches) {
		if (!batch.checksFirst) {
			checked.push(batch);
			continue;
		}
		if (fault === 'live' && batch.stopsOnDoubt) {
			ledger.failBatch(batch, heldBack(context));
			continue;
		}
		const { refused, error } =
			fault === undefined ? await check(context, batch) : { refused: new Map<Member, NodeError>() };
		if (error) {
			fault = checkFaultOf(error);
			if (fault === 'live') {
				await ledger.failCheck(batch, error);
				continue;
			}
			if (fault === 'missing') {
				context.addExecutionHints({
					message: NOT_CHECKED,
					type: 'warning',
					location: 'outputPane',
				});
			} else {
				for (const member of batch.members) refused.set(member, error);
			}
		}
		// An item that was sent before is skipped later, whatever the check says about it now.
		const used = await ledger.usedKeys([...refused.keys()]);
		for (const member of refused.keys()) {
			if (used.has(member.idempotencyKey ?? '')) refused.delete(member);
		}
		for (const [member, refusal] of refused) {
			ledger.fail(member.itemIndex, refusal, batch.externalIds([member]));
		}
		const accepted = batch.members.filter((member) => !refused.has(member));
		if (accepted.length === 0) continue;
		const left = batch.only(accepted);
		if (fault !== undefined) left.warning = NOT_CHECKED;
		checked.push(left);
	}
	return checked;
}

/** The items that the check refuses, or the error of the batch as a whole. */
async function check(
	context: IExecuteFunctions,
	batch: Batch,
): Promise<{ refused: Map<Member, NodeError>; error?: NodeError }> {
	try {
		return { refused: await refusedByCheck(context, batch) };
	} catch (caught) {
		const error = batch.errorOf(context.getNode(), caught);
		return { refused: new Map(), error };
	}
}

/** The most test calls for one batch. After these, a bad part is refused as a whole. Enough for some 80 bad items in 2,500. */
const MOST_TEST_CALLS = 1000;

/**
 * Has the test address check a batch, and finds the items that the gateway would refuse by halving. Nothing is sent. Raises
 * an error of the batch as a whole, such as missing credit.
 */
async function refusedByCheck(
	context: IExecuteFunctions,
	batch: Batch,
): Promise<Map<Member, NodeError>> {
	const node = context.getNode();
	const refused = new Map<Member, NodeError>();
	let testCalls = 0;

	async function refusalOf(members: Member[]): Promise<NodeError | undefined> {
		testCalls++;
		const part = batch.only(members);
		try {
			// A test call does nothing, so it may be repeated like a read.
			await callGateway(context, { ...part.request, effect: 'read', validateOnly: true });
			return undefined;
		} catch (caught) {
			const error = part.errorOf(node, caught);
			// The service leaves these people out of a send. If nobody else is in it, the reply to the send says so.
			if (reachesNobody(statusOf(error), part.body)) return undefined;
			if (!isAboutOneMessage(statusOf(error) ?? 0)) throw error;
			return error;
		}
	}

	/** Whether there is a bad item among the candidates. `isKnownBad` when earlier answers already imply one. */
	async function search(candidates: Member[], isKnownBad: boolean): Promise<boolean> {
		const members = candidates.filter((member) => !refused.has(member));
		const [first] = members;
		if (!first) return false;
		const canSplit = members.length > 1 && testCalls < MOST_TEST_CALLS;
		if (!isKnownBad || !canSplit) {
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
		for (const member of batch.members) {
			const alike = culprit && members.length === 1 && batch.sharesFault(status, culprit, member);
			if (alike || members.includes(member)) {
				refused.set(member, aboutItem(node, error, member.itemIndex));
			}
		}
	}

	await search(batch.members, false);
	return refused;
}
