import { CALL_ITEMS, parametersOf, runOptionsOf, type OperationCall } from './operationCalls.mts';
import type { SandboxFixture } from './useSandbox.mts';

/** Runs a call for items with these time-outs, of which 0 is none. */
export async function runBesideBad(
	fixture: SandboxFixture,
	call: OperationCall,
	timeouts: number[],
) {
	const { options, ...parameters } = await parametersOf(call, fixture.sandbox);
	return await fixture.goOn(
		{ ...parameters, options: { ...(options as object), timeout: '={{ $json.seconds }}' } },
		timeouts.map((seconds) => ({ ...CALL_ITEMS[0], seconds })),
		runOptionsOf(call, fixture.sandbox),
	);
}
