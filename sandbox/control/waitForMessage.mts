import type { Message } from '../state.mts';
import type { World } from '../world.mts';
import { findMessages, messageMatches, type MessageFilter } from './messageFilter.mts';

export class NothingCame extends Error {}

/** The first message that matches the filter, now or within real time. */
export function waitForMessage(
	world: World,
	filter: MessageFilter = {},
	timeoutMs = 5_000,
): Promise<Message> {
	const [present] = findMessages(world, filter);
	if (present !== undefined) return Promise.resolve(present);
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(deadline);
			world.events.off('message', look);
			world.events.off('closing', giveUp);
		};
		const look = (message: Message) => {
			if (!messageMatches(message, filter)) return;
			stop();
			resolve({ ...message });
		};
		const giveUp = () => {
			stop();
			const wanted = JSON.stringify(filter);
			const seen = world.state.messages.length;
			reject(new NothingCame(`No message like ${wanted} in ${timeoutMs} ms; ${seen} in all.`));
		};
		const deadline = setTimeout(giveUp, timeoutMs);
		world.events.on('message', look);
		world.events.on('closing', giveUp);
	});
}
