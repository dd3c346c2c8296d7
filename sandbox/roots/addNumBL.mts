import type { Block } from '../state.mts';
import { requirePhones } from './blockedPhones.mts';
import type { Root } from './root.mts';

// Assumptions: blockReply, sandboxBlocking
/**
 * Success is 946 (specification, addNumBL). No push: the feed reports people who were blocked "normally after opting out", and
 * a customer knows its own additions (a guess).
 */
export const addNumBL: Root = ({ world, account, body, now }) => {
	const added = requirePhones(body).filter((phone) => !account.blocked.has(phone));
	return {
		reply: { status: 946, message: 'number has successfully added to blacklist' },
		effect: () => {
			for (const phone of added) {
				const block: Block = { phone, at: now, by: 'customer' };
				account.blocked.set(phone, block);
				world.events.emit('block', { ...block, username: account.username, blocked: true });
			}
		},
	};
};
