import type { IExecuteFunctions } from 'n8n-workflow';

import type { NodeError } from '../../shared/nodeError';
import { asNodeError } from '../../shared/nodeError';
import type { Batch, Member } from './batches';
import { refusedByCheck } from './refusedByCheck';
import type { Ledger } from './ledger';

/** Has the test address check batches, and leaves out the items that the gateway would not accept. */
export async function checkBatches(
	context: IExecuteFunctions,
	calls: Batch[],
	ledger: Ledger,
): Promise<Batch[]> {
	const checked: Batch[] = [];
	for (const call of calls) {
		if (!call.checksFirst) {
			checked.push(call);
			continue;
		}
		const refused = await refusals(context, call);
		// An item that was sent before is skipped later, whatever the check says about it now.
		const used = await ledger.usedKeys([...refused.keys()]);
		for (const member of refused.keys()) {
			if (used.has(member.idempotencyKey ?? '')) refused.delete(member);
		}
		for (const [member, error] of refused) {
			ledger.fail(member.itemIndex, error, call.externalIds([member]));
		}
		const taken = call.members.filter((member) => !refused.has(member));
		if (taken.length > 0) checked.push(call.only(taken));
	}
	return checked;
}

async function refusals(context: IExecuteFunctions, call: Batch): Promise<Map<Member, NodeError>> {
	try {
		return await refusedByCheck(context, call);
	} catch (caught) {
		const error = asNodeError(context.getNode(), caught, call.onlyItemIndex ?? 0);
		return new Map(call.members.map((member) => [member, error]));
	}
}
