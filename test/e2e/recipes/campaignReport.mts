import { eventually, textsOf, type Kit } from './kit.mts';

const ME = '0537778899';
/** The third number is one the sandbox cannot deliver to, the fourth has opted out. */
const PEOPLE = ['0505550001', '0505550002', '0509999004', '0505550003'];

export async function campaignReport(kit: Kit) {
	const { rest, sandbox, outside } = kit;
	sandbox.optOut({ phone: '0505550003' });
	const workflow = await kit.workflow((nodes) => {
		const people = PEOPLE.map((phone, index) => ({ name: `Person ${index + 1}`, phone }));
		Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
		// An hour, as long as a test can take: longer than the sandbox takes to deliver.
		Object.assign(nodes['Wait an hour'] ?? {}, { amount: 3, unit: 'seconds' });
		Object.assign(nodes['Tell Slack'] ?? {}, { url: `${outside.url}/slack` });
	});
	const { executionId } = await rest.run(workflow.id, 'Start the campaign');
	const { status } = await rest.ended(executionId);
	const slack = await eventually(
		() => outside.received('/slack'),
		({ length }) => length > 0,
	);
	return {
		status,
		texts: await textsOf(kit, ...PEOPLE, ME),
		slack,
	};
}
