import { failed } from '../../sending/fate';
import type { NodeError } from '../../shared/nodeError';
import { withoutPasswords } from '../../shared/nodeError';
import type { Part } from './parts';
import type { Run } from './run';

/** An item that was read, or not, and the texts of it that fail. */
type Failing = Pick<Part, 'texts'> & { item: { itemIndex: number } };

/** Notes that an item failed, or a part of it. Stops the run when the node is set to stop; where each item stands alone, at its end. */
export function fail(
	run: Run,
	{ item: { itemIndex }, texts }: Failing,
	error: NodeError,
	externalIds?: string[],
): void {
	const fate = failed(error, externalIds);
	run.fates.note(itemIndex, fate, texts);
	// The wait for delivery looks up an unknown outcome later.
	const isLookedUp = run.waitsForDelivery && fate.kind === 'unknown';
	if (!run.goesOn && !isLookedUp && !run.operation.standsAlone)
		throw withoutPasswords(error, run.operation.fields);
}

/** Raises what has an unknown outcome, also that of an earlier try: nothing sends it again. */
export function stopAtDoubt(run: Run): void {
	const doubt = run.fates.failures().find(([, { kind }]) => kind === 'unknown');
	// The wait for delivery looks it up.
	if (!doubt || run.goesOn || run.waitsForDelivery) return;
	throw withoutPasswords(doubt[1].error, run.operation.fields);
}
