import { addressOf } from '../../../demo/exampleWorkflows.mts';
import { endings, type Kit } from './kit.mts';
import { alwaysOpen, closedForNow } from './shopHours.mts';

const ASKS = '0506663001';
const ME = '0506663002';
const MINUTE = 60_000;

export async function openingHours(kit: Kit) {
	const { rest, sandbox, url } = kit;
	const texts = (phone: string) =>
		sandbox.messages({ phone }).map(({ text, state }) => [text, state]);

	/** Sends a text while the shop has these hours. Returns how the workflow ended. */
	async function written(sendingHours: object, text: string) {
		const workflow = await kit.workflow((nodes) => {
			const passOn = nodes['Pass it on to me'];
			Object.assign(passOn ?? {}, { phones: ME });
			Object.assign(passOn?.options ?? {}, { sendingHours });
		});
		await rest.activate(workflow);
		const address = `${url}/webhook/${addressOf(workflow, 'Somebody writes')}`;
		const push = sandbox.registerPush({ feed: 'incoming', url: address });
		sandbox.handsetReply({ phone: ASKS, text });
		const ended = await endings(kit, workflow, 1);
		sandbox.removePush(push.id);
		await rest.deactivate(workflow.id);
		return ended;
	}

	const open = await written(alwaysOpen(), 'Do you have bread?');
	const whileOpen = { me: texts(ME).map(([text]) => text), asks: texts(ASKS).length };
	const { hours, opening } = closedForNow();
	const closed = await written(hours, 'And cake? https://evil.example');
	const night = texts(ME).at(-1);
	const answer = texts(ASKS).map(([text]) => text);
	await sandbox.setClock(opening - MINUTE);
	const before = texts(ME).at(-1)?.[1];
	await sandbox.setClock(opening + MINUTE);
	return {
		endings: [...open, ...closed],
		whileOpen,
		night,
		answer,
		before,
		after: texts(ME).at(-1)?.[1] === 'scheduled',
	};
}
