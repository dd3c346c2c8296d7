import { newAccount } from '../newAccount.mts';
import { isIsraeli } from '../phone.mts';
import { Refusal } from '../refusal.mts';
import type { RequestStatus } from '../requestStatuses.mts';
import { one, text, type Tree } from '../wire/tree.mts';
import type { Root } from './root.mts';
import { requireAmount, requireDetail } from './subAccounts.mts';

/** The specification says "too long or too short" without figures; it gives only 11 for a source. */
const LENGTHS = [
	['name', 2, 50, 996],
	['username', 3, 30, 995],
	['password', 6, 30, 993],
	['source', 2, 11, 992],
] as const satisfies readonly (readonly [string, number, number, RequestStatus])[];

function requireLengths(body: Tree): void {
	for (const [field, least, most, status] of LENGTHS) {
		const { length } = requireDetail(body, field);
		if (length < least || length > most) throw new Refusal(status);
	}
}

export const addSub: Root = ({ world, account, body, now }) => {
	requireLengths(body);
	const amount = requireAmount(requireDetail(body, 'amount'), account.credits);
	const username = requireDetail(body, 'username');
	if (world.state.accounts.has(username)) throw new Refusal(994);
	const otpPhone = text(one(body, 'userDetails'), 'otpPhone') ?? '';
	if (otpPhone !== '' && !isIsraeli(otpPhone)) throw new Refusal(9);
	const created = newAccount(
		{
			username,
			name: requireDetail(body, 'name'),
			parent: account.username,
			credits: amount,
			// Assumption: sandboxForms
			// It is a guess that a default source needs no verification.
			senders: [requireDetail(body, 'source')],
		},
		now,
	);
	return {
		reply: { status: 0, message: 'The user was created successfully' },
		effect: () => {
			account.credits -= amount;
			world.state.accounts.set(username, created);
		},
	};
};
