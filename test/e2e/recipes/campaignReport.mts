import { output } from '../../../demo/n8nRest.mts';
import { textsOf, type Kit } from './kit.mts';

/** The sandbox cannot deliver to the third number; the fourth opted out. */
const PEOPLE = ['0505550001', '0505550002', '0519999004', '0505550003'];

export async function campaignReport(kit: Kit) {
	const { rest, sandbox } = kit;
	sandbox.optOut({ phone: '0505550003' });
	const workflow = await kit.workflow((nodes) => {
		const people = PEOPLE.map((phone, index) => ({ name: `Person ${index + 1}`, phone }));
		Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
		// Seconds instead of the recipe's hour, but longer than the sandbox needs to deliver.
		Object.assign(nodes['Wait an hour'] ?? {}, { amount: 3, unit: 'seconds' });
	});
	const { executionId } = await rest.run(workflow.id, 'Start the campaign');
	const execution = await rest.ended(executionId);
	return {
		status: execution.status,
		texts: await textsOf(kit, ...PEOPLE),
		counts: output(execution, 'Count them'),
		mails: kit.mailbox.mails.map(({ html, ...mail }) => ({
			...mail,
			text: html
				.replace(/<[^>]+>/g, ' ')
				.replace(/\s+/g, ' ')
				.trim(),
		})),
	};
}
