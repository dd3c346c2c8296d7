import { senderKey } from '../newAccount.mts';
import { isIsraeli, isMobile } from '../phone.mts';
import { Refusal } from '../refusal.mts';
import { many, textOf } from '../wire/tree.mts';
import type { Root } from './root.mts';

function stillNeeded(number: string): string {
	return isMobile(number)
		? `${number}: follow the link sent to it by SMS`
		: `${number}: call 035555555 from it`;
}

/** 0 means only that the verification has started (specification, Sender verification). */
export const verifyPhone: Root = ({ world, account, body, now }) => {
	const numbers = many(body, 'phone').map((phone) => textOf(phone) ?? '');
	if (numbers.length === 0) throw new Refusal(510);
	if (!numbers.every(isIsraeli)) throw new Refusal(9);
	return {
		reply: { status: 0, verify_message: numbers.map(stillNeeded).join('; ') },
		effect: () => {
			for (const number of numbers) {
				if (account.senders.has(senderKey(number))) continue;
				const sender = {
					number,
					state: 'pending',
					assignedAt: now,
					updatedAt: now,
				} as const;
				account.senders.set(senderKey(number), sender);
				world.events.emit('sender', { ...sender, username: account.username });
			}
		},
	};
};
