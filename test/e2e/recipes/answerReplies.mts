import { webhookPaths } from '../../../demo/exampleWorkflows.mts';
import { endings, eventually, textsOf, type Kit } from './kit.mts';

const PEOPLE = {
	greets: '0506660001',
	asks: '0506660002',
	stops: '0506660003',
	optsOut: '0506660004',
	me: '0506660005',
};

export async function answerReplies(kit: Kit) {
	const { rest, sandbox, url } = kit;
	const workflow = await kit.workflow((nodes) => {
		Object.assign(nodes['Pass it on to me'] ?? {}, { phones: PEOPLE.me });
	});
	await rest.activate(workflow);
	const feeds = (['incoming', 'blocklist'] as const).map((feed) =>
		sandbox.registerPush({ feed, url: `${url}/${webhookPaths[feed]}` }),
	);
	sandbox.handsetReply({ phone: PEOPLE.greets, text: 'שלום' });
	sandbox.handsetReply({ phone: PEOPLE.asks, text: 'What are your Hours?' });
	sandbox.handsetReply({ phone: PEOPLE.stops, text: 'הסר אותי' });
	sandbox.optOut({ phone: PEOPLE.optsOut });
	const ended = await endings(kit, workflow, 4);
	const blocked = await eventually(
		() => sandbox.accountView().blocked.map(({ phone }) => phone),
		(phones) => phones.includes(PEOPLE.stops),
	);
	for (const { id } of feeds) sandbox.removePush(id);
	return {
		endings: ended.map(([status, node]) => `${status} ${node}`).sort(),
		isBlocked: blocked.includes(PEOPLE.stops),
		texts: await textsOf(kit, ...Object.values(PEOPLE)),
	};
}
