import { invalid, missing, Refusal } from '../refusal.mts';
import { one, text } from '../wire/tree.mts';
import type { Root } from './root.mts';
import { requireAmount, requireDetail } from './subAccounts.mts';

// Assumption: topUp
/** `amount` grants message credits, `amount_int` money, never both. Error statuses by meaning: a guess. */
export const updateAmountSub: Root = ({ world, account, body }) => {
	const details = one(body, 'userDetails');
	const sub = world.state.accounts.get(requireDetail(body, 'username'));
	if (sub === undefined || sub.parent !== account.username) throw new Refusal(503);
	const credits = text(details, 'amount');
	const money = text(details, 'amount_int');
	if (credits === undefined && money === undefined) throw missing('userDetails.amount');
	if (credits !== undefined && money !== undefined) throw invalid('amount and amount_int');
	const reply = { status: 0, message: 'Wallet successfully updated' };
	if (credits !== undefined) {
		const amount = requireAmount(credits, account.credits);
		return {
			reply,
			effect: () => {
				account.credits -= amount;
				sub.credits += amount;
			},
		};
	}
	const agorot = requireAmount(money ?? '', account.agorot / 100) * 100;
	return {
		reply,
		effect: () => {
			account.agorot -= agorot;
			sub.agorot += agorot;
		},
	};
};
