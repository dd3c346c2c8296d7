import { namesShipment } from '../../gateway/status';
import type { Spoken } from './speak.mts';

/** `checks` names no shipment. `ships` names one, so that it may have sent what it should only check. */
export type TestAddress = 'checks' | 'ships' | 'missing';

/** What the test address is; undefined where its answers do not tell. */
export function testAddressIn(said: ReadonlyMap<string, Spoken>): TestAddress | undefined {
	const check = said.get('check of a send') ?? said.get('check of a bad number');
	if (!check || check.failure) return undefined;
	if (check.status === undefined) return 'missing';
	if (check.status !== 0) return undefined;
	return namesShipment(check.tree) ? 'ships' : 'checks';
}

/** What a test address means for somebody who uses 'Validate Only'. */
export const IN_WORDS: Record<TestAddress, string> = {
	checks: "It answers a check without a shipment. 'Validate Only' can be used.",
	ships:
		"It names a shipment, so it may have sent what it should only check. Do not use 'Validate Only' before you know that nothing arrived.",
	missing: "There is none. 'Validate Only' is an error.",
};
