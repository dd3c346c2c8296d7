import { missing, Refusal } from '../refusal.mts';
import { text } from '../wire/tree.mts';
import { requirePhones } from './blockedPhones.mts';
import type { Root } from './root.mts';

/** 944 if some numbers were not blocked: neither 0 nor a failure (specification, rmNumBL). */
export const rmNumBL: Root = ({ world, account, body }) => {
	const phones = requirePhones(body);
	const reason = text(body, 'reason');
	if (reason === undefined) throw missing('reason');
	if (reason.trim() === '') throw new Refusal(933);
	const listed = phones.flatMap((phone) => account.blocked.get(phone) ?? []);
	const absent = phones.length - listed.length;
	const message =
		absent === 0
			? `${listed.length} phone numbers Successfully deleted`
			: `${listed.length} phone numbers Successfully deleted, ${absent} Phone numbers not exist in blacklist`;
	return {
		reply: { status: absent === 0 ? 0 : 944, message },
		effect: () => {
			for (const block of listed) {
				account.blocked.delete(block.phone);
				world.events.emit('block', { ...block, username: account.username, blocked: false });
			}
		},
	};
};
