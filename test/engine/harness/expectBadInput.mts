import type { NodeResult } from './runNode.mts';
import type { SandboxFixture } from './useSandbox.mts';

/** Expects an error that says what is wrong with an item, and no request. */
export function expectBadInput(
	{ sandbox }: SandboxFixture,
	error: NodeResult['error'],
	message: string | RegExp,
	item = 0,
): void {
	const sent = sandbox.requests().map(({ root }) => root);
	const said = error?.message ?? `no error; it sent ${sent.join() || 'nothing'}`;
	expect(said).toMatch(message);
	expect(said).toMatch(new RegExp(`\\[item ${item}\\]$`));
	expect(sent).toEqual([]);
}
