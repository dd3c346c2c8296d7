import { invalid, missing } from '../refusal.mts';
import { many, one, textOf } from '../wire/tree.mts';
import { reportTransaction } from './reportTransaction.mts';
import { readWeek, within } from './reportWindow.mts';
import type { Root } from './root.mts';

const MOST_IDS = 1_000;

export const dlr: Root = ({ world, account, body }) => {
	const ids = many(one(body, 'transactions'), 'external_id').map((id) => textOf(id) ?? '');
	if (ids.length === 0) throw missing('transactions');
	if (ids.length > MOST_IDS) throw invalid(`more than ${MOST_IDS} external ids`);
	const week = readWeek(body);
	const messages = [...new Set(ids)]
		.flatMap((id) => account.byExternalId.get(id) ?? [])
		.filter(({ dlr, dlrAt }) => dlr !== undefined && within(week, dlrAt));
	return {
		reply: {
			status: 0,
			message: '',
			transactions: messages.map((message) => reportTransaction(world, message)),
		},
	};
};
