import { output } from '../../../demo/n8nRest.mts';
import { chosen } from '../harness/byHand.mts';
import { textsOf, type ByNode, type Kit } from './kit.mts';

const WRONG = '12';
const SENDERS = ['TextMe', '0559000100'];

/** Different people for each send, the second twice. */
const peopleOf = (prefix: string) =>
	[1, 2, 3, 4, 5, 6, 2].map((n) => ({ name: `Person ${n}`, phone: `${prefix}${n}` }));

type Fault = Parameters<Kit['sandbox']['addFault']>[0];

/** Loses the answers to texts that arrived and to texts that did not. Returns how many texts each person got. */
export async function afterUnknown(kit: Kit) {
	const { rest, sandbox } = kit;
	async function run(prefix: string, operation: string, ...faults: Fault[]) {
		const people = [...peopleOf(prefix), { name: 'Nobody', phone: WRONG }];
		const workflow = await kit.workflow((nodes: ByNode) => {
			Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
			for (const name of ['Send', 'Send again']) {
				const source = chosen(
					`={{ $('One by one').item.json.phone.slice(-1) < '4' ? '${SENDERS.join("' : '")}' }}`,
				);
				const one = { advanced: { concurrentRequests: 1 } };
				Object.assign(nodes[name] ?? {}, {
					operation,
					source,
					options: operation === 'send' ? one : {},
				});
			}
			// Seconds instead of the recipe's hour, but longer than the sandbox needs to deliver.
			Object.assign(nodes['Wait an hour'] ?? {}, { amount: 3, unit: 'seconds' });
		});
		for (const fault of faults) sandbox.addFault(fault);
		const requests = () => sandbox.counters().requests[operation === 'send' ? 'sms' : 'bulk'] ?? 0;
		const before = requests();
		const { executionId } = await rest.run(workflow.id, 'When clicking ‘Execute workflow’');
		const execution = await rest.ended(executionId);
		const texts = await textsOf(kit, ...people.map(({ phone }) => phone).slice(0, 6));
		const look = output(execution, 'For you to look at').map(({ phone, error }) => [
			phone,
			(error as { outcome: string }).outcome,
		]);
		return {
			status: execution.status,
			requests: requests() - before,
			texts: Object.values(texts).map(({ length }) => length),
			look,
		};
	}
	const lost = (phase: 'before' | 'after', skip: number, root: string): Fault => ({
		kind: 'reset',
		phase,
		skip,
		root,
	});
	return {
		// The second arrived, the fourth did not.
		send: await run('050888100', 'send', lost('after', 1, 'sms'), lost('before', 2, 'sms')),
		// The first of two requests arrived.
		arrived: await run('050888200', 'sendBulk', lost('after', 0, 'bulk')),
		lost: await run('050888300', 'sendBulk', lost('before', 0, 'bulk')),
	};
}
