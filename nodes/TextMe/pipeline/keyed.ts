import { groupBy } from '../../../gateway/lists';
import type { KeyState } from '../../memory/keyMemory';
import type { NodeError } from '../../shared/nodeError';
import { notSent } from '../../shared/nodeError';
import type { Batch } from './batch';
import { fail } from './fail';
import type { Item } from './item';
import type { Keys } from './keys';
import { skip } from './noting';
import type { Part } from './parts';
import type { Run } from './run';

/**
 * The number of items whose keys are claimed together. A claim takes two seconds, for one key or for many, so the keys of
 * the next group are claimed before this group is sent. If n8n is killed in between, the keys of two groups stay used
 * although nothing was sent under them.
 */
const CLAIMED_AT_ONCE = 20;

export function claimedTogether(batches: Batch[], keys: Keys): Batch[][] {
	if (!batches.some(({ items }) => keys.of(items).length > 0)) return [batches];
	const groups: Batch[][] = [];
	let size = CLAIMED_AT_ONCE;
	for (const batch of batches) {
		if (size >= CLAIMED_AT_ONCE) {
			groups.push([]);
			size = 0;
		}
		groups.at(-1)?.push(batch);
		size += batch.parts.length;
	}
	return groups;
}

/** Lanes of batches that may run side by side. Batches with the same key share a lane and run one after the other. */
export function lanesOf(batches: Batch[], width: number): Batch[][] {
	if (width === 1) return [batches];
	return [...groupBy<Batch, unknown>(batches, (batch) => batch.items[0]?.key ?? batch).values()];
}

/** Of items with one key, each waits for the outcome of the one before: it is sent only if nothing was sent for that. */
export function inTurns(batch: Batch, keys: Keys): Batch[] {
	if (keys.of(batch.items).length === 0) return [batch];
	const turns: Part[][] = [];
	const taken = new Map<string, number>();
	for (const part of batch.parts) {
		const own = keys.of([part.item]);
		const turn = Math.max(0, ...own.map((key) => taken.get(key) ?? 0));
		(turns[turn] ??= []).push(part);
		for (const key of own) taken.set(key, turn + 1);
	}
	return turns.map((parts) => batch.only(parts));
}

/** Uses up the keys of a batch, right before its request. Returns the batch of those that may be sent, if any. */
export async function withFreeKeys(batch: Batch): Promise<Batch | undefined> {
	const { run, items, parts } = batch;
	const { keys } = run;
	const states = await keys.use(items);
	if (states.size === 0) return batch;
	const stateOf = (item: Item) => states.get(keys.ofItem(item) ?? '') ?? 'ours';
	for (const part of parts) {
		const reason = SKIPPED[stateOf(part.item)];
		if (reason) skip(batch.only([part]), { why: 'sentBefore', ...reason });
	}
	for (const part of parts) {
		if (stateOf(part.item) === 'unsure') fail(run, part, unsureKey(run, part.item));
	}
	const free = parts.filter(({ item }) => stateOf(item) === 'ours');
	return free.length > 0 ? batch.only(free) : undefined;
}

/** Gives back the keys of a run under which nothing was sent. */
export const releaseUnsent = async ({ keys, items, fates }: Run): Promise<void> =>
	await keys.releaseUnsent(items.filter((_, itemIndex) => fates.mayHaveSent(itemIndex)));

/** Why an item is skipped whose key is in this state. */
const SKIPPED: Partial<Record<KeyState, { reason?: string }>> = {
	used: {},
	scheduled: {
		reason:
			'This was scheduled before under this idempotency key, and perhaps cancelled. To send it again, use another key.',
	},
};

const unsureKey = ({ node }: Run, { itemIndex, key }: Item): NodeError =>
	notSent(
		node,
		`Not sent, because n8n's database did not note 'Idempotency Key' "${key}" within two seconds [item ${itemIndex}]`,
		{
			itemIndex,
			description:
				'Another execution may have sent this item, so the key stays used. Check with Report, Get by Date whether the person was texted. If not, run the item again under another key.',
		},
	);
