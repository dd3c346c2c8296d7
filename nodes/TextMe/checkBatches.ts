import type { IExecuteFunctions } from 'n8n-workflow';

import { asNodeError } from './nodeError';
import type { PlannedCall } from './plannedCall';
import { refusedByCheck } from './refusedByCheck';
import type { Results } from './results';

/** Runs batches past the test address and leaves out the items that the gateway would not take. */
export async function checkBatches(
	context: IExecuteFunctions,
	calls: PlannedCall[],
	results: Results,
): Promise<PlannedCall[]> {
	const checked: PlannedCall[] = [];
	for (const call of calls) {
		if (!call.checksFirst) {
			checked.push(call);
			continue;
		}
		try {
			const refused = await refusedByCheck(context, call);
			for (const [member, error] of refused) {
				results.fail(member.itemIndex, error, call.externalIds([member]));
			}
			const taken = call.members.filter((member) => !refused.has(member));
			if (taken.length > 0) checked.push(call.only(taken));
		} catch (caught) {
			results.failAll(call, asNodeError(context.getNode(), caught, call.onlyItemIndex ?? 0));
		}
	}
	return checked;
}
