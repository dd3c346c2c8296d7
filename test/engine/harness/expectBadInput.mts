import type { INodeParameters } from 'n8n-workflow';

import type { SandboxFixture, SandboxRun } from './useSandbox.mts';

/** Runs the node, and expects an error that says what is wrong with an item, and no request. */
export async function expectBadInput(
	{ run, sandbox }: SandboxFixture,
	parameters: INodeParameters,
	message: string | RegExp,
	options?: SandboxRun,
	item = 0,
) {
	const result = await run(parameters, options);
	const sent = sandbox.requests().map(({ root }) => root);
	const said = result.error?.message ?? `no error; it sent ${sent.join() || 'nothing'}`;
	expect(said).toMatch(message);
	expect(said).toMatch(new RegExp(`\\[item ${item}\\]$`));
	expect(sent).toEqual([]);
	return result;
}
