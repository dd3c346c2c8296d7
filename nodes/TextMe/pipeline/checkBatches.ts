import type { IExecuteFunctions } from 'n8n-workflow';

import { KeyMemory } from '../../memory/keyMemory';
import type { CheckFault } from '../../shared/gatewayError';
import { hint } from '../../shared/hint';
import type { NodeError } from '../../shared/nodeError';
import { asNodeError, checkFaultOf } from '../../shared/nodeError';
import { heldBack, keysOf } from './carryOut';
import type { Journal } from './journal';
import type { Member, PlannedCall } from './plannedCall';
import { refusedByCheck } from './refusedByCheck';
import type { Results } from './results';

const NOT_CHECKED =
	"Sent without a check: the test address of this gateway (/api/test) does not answer like the gateway. Switch 'Check Batches First' off, or have the address looked at.";

/**
 * Runs batches past the test address and leaves out the items that the gateway would not take. Where there is no such address,
 * batches go out unchecked. Where it may have sent a batch, that one does not go out again, nor do those after it unless the
 * user wants to go on.
 */
export async function checkBatches(
	context: IExecuteFunctions,
	calls: PlannedCall[],
	results: Results,
	journal: Journal | undefined,
): Promise<PlannedCall[]> {
	const checked: PlannedCall[] = [];
	const keys = new KeyMemory(context);
	let fault: CheckFault | undefined;
	for (const call of calls) {
		if (!call.checksFirst) {
			checked.push(call);
			continue;
		}
		if (fault === 'live' && call.stopsOnDoubt) {
			results.failAll(call, heldBack(context));
			continue;
		}
		const refused: Map<Member, NodeError> = new Map();
		if (fault === undefined) {
			try {
				for (const [member, error] of await refusedByCheck(context, call))
					refused.set(member, error);
			} catch (caught) {
				const error = asNodeError(context.getNode(), caught, call.onlyItemIndex ?? 0);
				fault = checkFaultOf(error);
				if (fault === 'live') {
					await noteDoubt(call, error, keys, journal);
					results.failAll(call, error);
					continue;
				}
				if (fault === undefined) for (const member of call.members) refused.set(member, error);
				else hint(context, NOT_CHECKED);
			}
		}
		// What was sent before is not to be sent again, whatever the gateway would say to it now.
		const used = await keys.usedBefore(keysOf([...refused.keys()]));
		for (const member of refused.keys()) {
			if (used.has(member.idempotencyKey ?? '')) refused.delete(member);
		}
		for (const [member, error] of refused) {
			results.fail(member.itemIndex, error, call.externalIds([member]));
		}
		const taken = call.members.filter((member) => !refused.has(member));
		if (taken.length === 0) continue;
		const left = call.only(taken);
		checked.push(fault === undefined ? left : left.warned(NOT_CHECKED));
	}
	return checked;
}

/** Has neither a try nor a later execution send what may have gone out. */
async function noteDoubt(
	call: PlannedCall,
	error: NodeError,
	keys: KeyMemory,
	journal: Journal | undefined,
): Promise<void> {
	await keys.claim(keysOf(call.members));
	await keys.use(keysOf(call.members));
	for (const member of call.members) {
		journal?.noteDoubt(member.itemIndex, error, call.externalIds([member]));
	}
	journal?.keep();
}
