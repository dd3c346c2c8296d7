import { writeTime } from '../israelTime.mts';
import type { Account } from '../state.mts';
import { text } from '../wire/tree.mts';
import type { ReplyValue } from '../wire/tree.mts';
import { subAccountsOf } from './subAccounts.mts';
import type { Root } from './root.mts';

// Assumption: senderRecords
/** The specification lists these three facts without their names, which are a guess. */
function records({ senders, username }: Account): ReplyValue[] {
	return [...senders.values()]
		.filter(({ state }) => state === 'verified')
		.map(({ number, assignedAt, updatedAt }) => ({
			phone: number,
			username,
			assigned_date: writeTime(assignedAt, 'minute'),
			updated_date: writeTime(updatedAt, 'minute'),
		}));
}

export const getVerifiedPhones: Root = ({ world, account, body }) => {
	const subs = text(body, 'is_subs') === '1' ? subAccountsOf(world, account) : [];
	return {
		reply: { status: 0, message: '', verified_phones: [account, ...subs].flatMap(records) },
	};
};
