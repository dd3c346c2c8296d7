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

/** The status, and what to do about it, of an account that the gateway refused the first item for. */
export function expectRefusal(error: NodeResult['error'], status: number): void {
	expect(error?.message).toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
	expect(error?.context).toMatchObject({ status, outcome: 'rejected', retryable: false });
	expect(error?.description).toBeTruthy();
}
