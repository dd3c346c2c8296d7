import {
	balanceChange,
	namesShipment,
	testAddressOf,
	type TestAddress,
} from '../../nodes/shared/testAddress';
import type { Spoken } from './speak.mts';

const treeOf = (spoken: Spoken | undefined) => (spoken?.status === 0 ? spoken.tree : undefined);

/** How the balance changed between two answers. */
export const changeBetween = (before: Spoken | undefined, after: Spoken | undefined) =>
	balanceChange(treeOf(before), treeOf(after));

const answerIn = ({ status, tree }: Spoken) => {
	if (status === undefined) return 'missing';
	if (status !== 0) return 'other';
	return namesShipment(tree) ? 'shipment' : 'passed';
};

/** What the test address is, as the node would see it. */
export function testAddressIn(said: ReadonlyMap<string, Spoken>): TestAddress | undefined {
	const check = said.get('check of a send') ?? said.get('check of a bad number');
	if (!check || check.failure) return undefined;
	const [before, after] = ['before', 'after'].map((when) => said.get(`balance ${when} the check`));
	return testAddressOf(answerIn(check), changeBetween(before, after));
}

/** What a test address means for somebody who sends. */
export const IN_WORDS: Record<TestAddress, string> = {
	checks: 'It checks, and names no shipment. Batches are checked before they are sent.',
	ships:
		'It checks and carries nothing out, but names a shipment. The node tells by the balance; batches are checked before they are sent.',
	missing:
		"There is none. Send Bulk sends unchecked and says so; switch 'Check Batches First' off. 'Validate Only' is an error.",
	live: "It sends what it should only check. Switch 'Check Batches First' off, and never use 'Validate Only'.",
	unclear:
		"It names a shipment, and the balance does not show whether it sent the message. Switch 'Check Batches First' off, and do not use 'Validate Only'.",
};
