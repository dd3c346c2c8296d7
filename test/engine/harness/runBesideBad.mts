import {
	CALL_ITEMS,
	OPERATIONS,
	parametersOf,
	runOptionsOf,
	type OperationCall,
} from './operationCalls.mts';
import type { SandboxFixture } from './useSandbox.mts';

/** Runs a call for good and bad items: in a bad one, the account to act for is empty, or the username is no text. */
export async function runBesideBad(fixture: SandboxFixture, call: OperationCall, good: boolean[]) {
	const { options, ...parameters } = await parametersOf(call, fixture.sandbox);
	const { username } = fixture.sandbox[call.as ?? 'account'];
	const isForAnother = OPERATIONS.get(call.operation)?.ownAccountOnly === undefined;
	const own = isForAnother
		? { ...parameters, options: { ...(options as object), onBehalfOf: '={{ $json.who }}' } }
		: { ...parameters, username: '={{ $json.who }}', options: options ?? {} };
	const given = isForAnother ? username : (parameters.username ?? '');
	return await fixture.goOn(
		own,
		good.map((isGood) => ({ ...CALL_ITEMS[0], who: isGood ? given : isForAnother ? '' : {} })),
		runOptionsOf(call, fixture.sandbox),
	);
}
