import type { Kit } from './kit.mts';
import { textsOf } from './kit.mts';
import { alwaysOpen } from './shopHours.mts';

const ME = '0537778899';
/** The sandbox cannot deliver to the second number; the last is a duplicate of the first. */
const PEOPLE = ['0505551001', '0529999004', '0505551002', '050-555-1001'];
const NAMES = ['Dana', 'Avi', 'Noa', 'Dana'];

export async function campaignWithEstimate(kit: Kit) {
	const { rest } = kit;
	const run = async (mustRemain: number) => {
		const workflow = await kit.workflow((nodes) => {
			const people = PEOPLE.map((phone, index) => ({ name: NAMES[index], phone }));
			Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
			Object.assign(nodes['Send the campaign']?.options ?? {}, { sendingHours: alwaysOpen() });
			const enough = nodes['Is there enough?']?.conditions as { conditions: object[] };
			Object.assign(enough.conditions[0] ?? {}, { rightValue: mustRemain });
		});
		const { executionId } = await rest.run(workflow.id, 'Start the campaign');
		return (await rest.ended(executionId)).status;
	};
	const tooMuch = await run(1_000_000_000);
	const unsent = await textsOf(kit, ...PEOPLE.slice(0, 3), ME);
	const enough = await run(100);
	return {
		statuses: [tooMuch, enough],
		unsent,
		sent: await textsOf(kit, ...PEOPLE.slice(0, 3), ME),
	};
}
