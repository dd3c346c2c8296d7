import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import type { NodeResult } from './runNode.mts';

type Account = { username: string; token: string };

/**
 * Accounts for which the gateway refuses every operation, by status (specification, Authentication), and the restricted account for
 * operations that it may not use.
 */
export const REFUSED_OR_RESTRICTED: ReadonlyArray<
	[status: number, of: (sandbox: Sandbox) => Account]
> = [
	[3, ({ account }) => ({ ...account, token: 'no-such-token' })],
	[10, ({ expired }) => expired],
	[11, ({ account, otherUser }) => ({ username: account.username, token: otherUser.token })],
	[511, ({ restricted }) => restricted],
];

/** Expects an error with the status of a refused account, and what to do. */
export function expectRefusal(error: NodeResult['error'], status: number): void {
	expect(error?.message ?? 'no error').toMatch(new RegExp(`\\(status ${status}\\) \\[item 0\\]$`));
	expect(error?.context).toMatchObject({ status, outcome: 'rejected', retryable: false });
	expect(error?.description).toBeTruthy();
}
