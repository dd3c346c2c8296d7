import { addressOf } from '../../../demo/exampleWorkflows.mts';
import { eventually, nodesRun, textsOf, type Kit } from './kit.mts';

const PEOPLE = {
	writes: '0506660001',
	asks: '0506660002',
	stops: '0506660003',
	optsOut: '0506660004',
	me: '0506660005',
	asksLater: '0506660006',
};
const VICTIMS = { one: '0506660007', other: '0506660008' };
/** The node at the end of each of the four texts' paths. */
const ANSWERS = [
	'Block the number',
	'Pass it on to me',
	'Send the hours',
	'Take off your own lists',
];
const LONG = 'x'.repeat(500);

export async function answerReplies(kit: Kit) {
	const { rest, sandbox, url } = kit;
	const workflow = await kit.workflow((nodes) => {
		Object.assign(nodes['Pass it on to me'] ?? {}, { phones: PEOPLE.me });
	});
	await rest.activate(workflow);
	const address = `${url}/webhook/${addressOf(workflow, 'Reply or opt-out')}`;
	const feeds = (['incoming', 'blocklist'] as const).map((feed) =>
		sandbox.registerPush({ feed, url: address }),
	);
	sandbox.handsetReply({ phone: PEOPLE.writes, text: `שלום! https://evil.example/pay ${LONG}` });
	sandbox.handsetReply({ phone: PEOPLE.asks, text: 'What are your Hours?' });
	sandbox.handsetReply({ phone: PEOPLE.stops, text: 'הסר אותי' });
	sandbox.optOut({ phone: PEOPLE.optsOut });
	const ran = await eventually(
		() => nodesRun(kit, workflow),
		(names) => ANSWERS.every((name) => names.includes(name)),
	);
	const blocked = await eventually(
		() => sandbox.accountView().blocked.map(({ phone }) => phone),
		(phones) => phones.includes(PEOPLE.stops),
	);
	// An attacker who knows n8n's address tries an easy path, or knows the right one and names two people.
	const forged = new URLSearchParams({
		phone: Object.values(VICTIMS).join(),
		dest: '0559000100',
		message: 'hours',
	});
	const guessed = `${url}/webhook/textme-incoming-messages`;
	const { status: guess } = await fetch(guessed, { method: 'POST', body: forged });
	await fetch(address, { method: 'POST', body: forged });
	sandbox.handsetReply({ phone: PEOPLE.asksLater, text: 'hours' });
	await eventually(
		() => sandbox.messages({ phone: PEOPLE.asksLater }),
		({ length }) => length > 0,
	);
	for (const { id } of feeds) sandbox.removePush(id);
	return {
		ran: ANSWERS.filter((name) => ran.includes(name)),
		isBlocked: blocked.includes(PEOPLE.stops),
		guess,
		texts: await textsOf(kit, ...Object.values(PEOPLE), ...Object.values(VICTIMS)),
	};
}
