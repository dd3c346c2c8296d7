import { textsOf, type Kit } from './kit.mts';

const PEOPLE = ['0505552001', '0505552002', '0505552003'];
const WAIT_MS = 2_000;

export async function campaignInSteps(kit: Kit) {
	const { rest, sandbox } = kit;
	const workflow = await kit.workflow((nodes) => {
		const people = PEOPLE.map((phone, index) => ({ name: `Person ${index + 1}`, phone }));
		Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
		Object.assign(nodes['200 at a time'] ?? {}, { batchSize: 2 });
		Object.assign(nodes['Wait ten minutes'] ?? {}, { amount: WAIT_MS / 1_000, unit: 'seconds' });
	});
	const run = async () => {
		const { executionId } = await rest.run(workflow.id, 'Start the campaign');
		return (await rest.ended(executionId)).status;
	};
	const statuses = [await run(), await run()];
	const [first = NaN, second = NaN, third = NaN] = PEOPLE.map(
		(phone) => sandbox.messages({ phone })[0]?.acceptedAt,
	);
	return {
		statuses,
		// The second run does not count, because it texts nobody.
		isInSteps: first === second && third - second >= WAIT_MS,
		texts: await textsOf(kit, ...PEOPLE),
	};
}
