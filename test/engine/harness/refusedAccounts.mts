import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { NodeResult } from './runNode.mts';

type Account = { username: string; token: string };

/** Accounts for which the gateway refuses every operation, by status (specification, Authentication). */
export const REFUSED: ReadonlyArray<[status: number, of: (sandbox: Sandbox) => Account]> = [
	[3, ({ account }) => ({ ...account, token: 'no-such-token' })],
	[10, ({ expired }) => expired],
	[11, ({ account, otherUser }) => ({ username: account.username, token: otherUser.token })],
];

/** `REFUSED`, and the restricted account for operations that it may not use. */
export const REFUSED_OR_RESTRICTED: typeof REFUSED = [
	...REFUSED,
	[511, ({ restricted }) => restricted],
];

/** Accounts that cannot pay for a message: status, account, number, error. */
export const OUT_OF_FUNDS = [
	[4, 'noCredit', '0501234567', /not have enough credit .*\[item 0\]$/],
	[12, 'noMoney', '+14155550100', /not have enough money .*\[item 0\]$/],
] as const;

/**
 * Expects an error with the status of a refused account, and what to do.
 * @param about pattern of the message's end; empty if the error is about a batch
 */
export function expectRefusal(
	error: NodeResult['error'],
	status: number,
	about = ' \\[item 0\\]',
): void {
	expect(error?.message ?? 'no error').toMatch(new RegExp(`\\(status ${status}\\)${about}$`));
	expect(error?.context).toMatchObject({ status, outcome: 'rejected', retryable: false });
	expect(error?.description).toBeTruthy();
}
