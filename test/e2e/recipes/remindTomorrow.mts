import { textsOf, type ByNode, type Kit } from './kit.mts';
import { alwaysOpen } from './shopHours.mts';

const TRIGGER = 'Every day at five';
/** From the recipe's list: two for tomorrow, one person who wants no reminder, one for next week. */
const PEOPLE = { dana: '0501234567', avi: '0527654321', noa: '0542223344', uri: '0533334455' };

export async function remindTomorrow(kit: Kit) {
	const { rest, sandbox } = kit;
	const run = async ({ id }: { id: string }) => {
		const { executionId } = await rest.run(id, TRIGGER);
		return (await rest.ended(executionId)).status;
	};
	const atAnyHour = (nodes: ByNode) => {
		const { options } = nodes['Remind them'] ?? {};
		Object.assign(options as object, { sendingHours: alwaysOpen() });
	};
	const workflow = await kit.workflow(atAnyHour);
	const statuses = [await run(workflow)];
	const requests = sandbox.requests({ root: 'bulk' }).length;
	statuses.push(await run(workflow));
	sandbox.handsetReply({ phone: PEOPLE.avi, text: 'stop' });
	const nextDay = await kit.workflow((nodes) => {
		atAnyHour(nodes);
		const list = nodes['All appointments'];
		if (list) list.jsonOutput = String(list.jsonOutput).replaceAll('"104', '"204');
	});
	statuses.push(await run(nextDay));
	return { statuses, requests, texts: await textsOf(kit, ...Object.values(PEOPLE)) };
}
