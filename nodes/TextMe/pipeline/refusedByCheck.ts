import type { IExecuteFunctions } from 'n8n-workflow';

import { isAboutOneMessage, reachesNobody } from '../../../gateway/status';
import type { NodeError } from '../../shared/nodeError';
import { aboutItem, statusOf } from '../../shared/nodeError';
import type { Batch } from './batches';
import type { Member } from './prepare';
import { callGateway } from '../../shared/request';

/** Test calls for one batch; after that the rest of it counts as refused. Enough for some 80 bad items in 2,500. */
const MOST_TEST_CALLS = 1000;

/**
 * Has the test address check a batch, and finds the items that the gateway would refuse by halving. Nothing is sent. Raises
 * what is wrong with the batch as a whole, such as missing credit.
 */
export async function refusedByCheck(
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
