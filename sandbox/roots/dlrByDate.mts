import { missing } from '../refusal.mts';
import { one } from '../wire/tree.mts';
import { reportTransaction } from './reportTransaction.mts';
import { readWeek, within } from './reportWindow.mts';
import type { Root } from './root.mts';

/** Every message of the window that has a report. `transactions` is required but filters nothing. */
export const dlrByDate: Root = ({ world, account, body }) => {
	if (one(body, 'transactions') === undefined) throw missing('transactions');
	const week = readWeek(body);
	const messages = account.sent.filter(
		({ dlr, sentAt }) => dlr !== undefined && within(week, sentAt),
	);
	return {
		reply: {
			status: 0,
			message: '',
			transactions: messages.map((message) => reportTransaction(world, message)),
		},
	};
};
