import type { IExecuteFunctions } from 'n8n-workflow';

import type { CheckFault } from '../../shared/gatewayError';
import type { NodeError } from '../../shared/nodeError';
import { checkFaultOf } from '../../shared/nodeError';
import type { Batch } from './batches';
import type { Member } from './prepare';
import type { Ledger } from './ledger';
import { refusedByCheck } from './refusedByCheck';
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
