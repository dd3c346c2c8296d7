import type { NodeResult } from './runNode.mts';
import type { SandboxFixture } from './useSandbox.mts';

/** The error says what is wrong with an item, and no request was made. */
export function expectBadInput(
	{ sandbox }: SandboxFixture,
	error: NodeResult['error'],
	message: string | RegExp,
	item = 0,
): void {
	expect(error?.message).toMatch(message);
	expect(error?.message).toMatch(new RegExp(`\\[item ${item}\\]$`));
	expect(sandbox.requests()).toHaveLength(0);
}
