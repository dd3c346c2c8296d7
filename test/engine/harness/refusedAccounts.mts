import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { NodeResult } from './runNode.mts';

type Account = { username: string; token: string };

/** Accounts that every operation is refused for, by the status they are answered with (specification, Authentication). */
export const REFUSED: ReadonlyArray<[status: number, of: (sandbox: Sandbox) => Account]> = [
	[3, ({ account }) => ({ ...account, token: 'no-such-token' })],
	[10, ({ expired }) => expired],
	[11, ({ account, otherUser }) => ({ username: account.username, token: otherUser.token })],
];

/** The same for what a restricted account may not do. */
export const REFUSED_OR_RESTRICTED: typeof REFUSED = [
	...REFUSED,
	[511, ({ restricted }) => restricted],
];

/** Accounts that cannot pay for a message to a number, by the status it is answered with, and what is said. */
export const OUT_OF_FUNDS = [
	[4, 'noCredit', '0501234567', /not have enough credit .*\[item 0\]$/],
	[12, 'noMoney', '+14155550100', /not have enough money .*\[item 0\]$/],
] as const;

/**
 * The status, and what to do about it, of an account that the gateway refused.
 *
 * @param about pattern of what the message ends with; nothing where the error is about a batch
 */
export function expectRefusal(
	error: NodeResult['error'],
	status: number,
	about = ' \\[item 0\\]',
): void {
	expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\)${about}$`));
	expect(error?.context).toMatchObject({ status, outcome: 'rejected', retryable: false });
	expect(error?.description).toBeTruthy();
}
