import { addressOf } from '../../../demo/exampleWorkflows.mts';
import { call } from '../../sandbox/call.mts';
import { endings, eventually, type Kit } from './kit.mts';

const LEAVES = '0504440001';
const STAYS = '0504440002';
const CRM = '/contacts/opt-out';

export async function optOutToCrm(kit: Kit) {
	const { rest, sandbox, outside } = kit;
	const destination = [{ phone: LEAVES }, { phone: STAYS }];
	const { fields } = await call(sandbox, 'newCL', {
		cl: { name: 'Customers', destinations: { destination } },
	});
	const list = String(fields.identifiers);
	const workflow = await kit.workflow((nodes) => {
		Object.assign(nodes['Take off the contact list'] ?? {}, {
			contactList: { __rl: true, mode: 'list', value: list },
		});
		Object.assign(nodes['Tell the CRM'] ?? {}, { url: outside.url + CRM });
	});
	await rest.activate(workflow);
	const url = `${kit.url}/webhook/${addressOf(workflow, 'Somebody opts out')}`;
	const feed = sandbox.registerPush({ feed: 'blocklist', url });
	// One failure fewer than the node's own tries.
	outside.fail(CRM, 2);
	sandbox.optOut({ phone: LEAVES });
	const told = await eventually(
		() => outside.received(CRM),
		({ length }) => length > 0,
	);
	sandbox.removePush(feed.id);
	const { fields: left } = await call(sandbox, 'getCLbyID', { cl: { id: list } });
	return {
		endings: await endings(kit, workflow, 1),
		told,
		onTheList: [LEAVES, STAYS].filter((phone) =>
			JSON.stringify(left).includes(phone.replace(/^0/, '')),
		),
	};
}
