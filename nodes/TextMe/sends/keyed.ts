import type { KeyState } from '../../memory/keyMemory';
import type { NodeError } from '../../output/nodeError';
import { notSent } from '../../output/nodeError';
import { nameOf } from '../../texts/text';
import type { Request } from '../run/request';
import type { Item, ItemText, Row } from '../run/row';
import { hasSent } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';
import type { Keys } from '../run/keys';
import type { Repeats } from './duplicates';

/** Of the items with one key, the first goes. */
export function withoutSharedKeys({ keys, rows }: Run, texts: ItemText[]): ItemText[] {
	const firsts = new Map<string, ItemText>();
	return texts.filter((text) => {
		const { itemIndex } = text;
		const item = rows[itemIndex]?.item;
		const key = keys.ofItem(item);
		if (key === undefined) return true;
		const first = firsts.get(key) ?? text;
		firsts.set(key, first);
		if (first.itemIndex === itemIndex) return true;
		const reason = `item ${first.itemIndex} of this run, to ${nameOf(first.to)}, has the key "${item?.key}"`;
		text.fate = { kind: 'skipped', why: 'sharedKey', reason };
		return false;
	});
}

/** Leaves out what was sent before under its key, because it must keep no text with the same words back. */
export async function withoutUsedKeys(
	{ keys, rows }: Run,
	texts: ItemText[],
	repeats: Repeats,
): Promise<ItemText[]> {
	const itemOf = ({ itemIndex }: ItemText) => rows[itemIndex]?.item ?? [];
	const used = await keys.usedBefore([...repeats].flat().flatMap(itemOf));
	return texts.filter((text) => {
		const row = rows[text.itemIndex] as Row;
		const isUsed = !hasSent(row) && used.has(keys.ofItem(row.item) ?? '');
		if (isUsed) text.fate = { kind: 'skipped', why: 'sentBefore' };
		return !isUsed;
	});
}

/**
 * How many keys to claim together. A claim takes two seconds, for one key or many, so we claim the next group's keys before we
 * send this group. If n8n is killed in between, the keys of two groups stay used although nothing was sent.
 */
const AT_ONCE = { items: 20, requests: 4 };

export function claimedTogether<E, S>(
	requests: Array<Request<E, S>>,
	keys: Keys,
): Array<Array<Request<E, S>>> {
	if (!requests.some(({ items }) => keys.of(items).length > 0)) return [requests];
	const groups: Array<Array<Request<E, S>>> = [];
	let items = AT_ONCE.items;
	for (const request of requests) {
		const group = groups.at(-1) ?? [];
		if (items >= AT_ONCE.items && group.length % AT_ONCE.requests === 0) {
			groups.push([request]);
			items = 0;
		} else group.push(request);
		items += request.shares.length;
	}
	return groups;
}

/** Marks a request's keys as used, right before the request. Returns the request without the items whose keys were taken. */
export async function withFreeKeys<E, S>(
	request: Request<E, S>,
): Promise<Request<E, S> | undefined> {
	const { run, items, shares } = request;
	const { keys } = run;
	const states = await keys.use(items);
	if (states.size === 0) return request;
	// Of an item with several recipients, some may have got their text in an earlier try.
	const stateOf = (item: Item) =>
		hasSent(run.rows[item.itemIndex] as Row)
			? 'ours'
			: (states.get(keys.ofItem(item) ?? '') ?? 'ours');
	for (const { item, parts } of shares) {
		const state = stateOf(item);
		const reason = SKIPPED[state];
		if (reason)
			for (const part of parts) part.fate = { kind: 'skipped', why: 'sentBefore', ...reason };
		else if (state === 'unsure') fail(run, parts, unsureKey(run, item));
	}
	const free = shares.filter(({ item }) => stateOf(item) === 'ours');
	return free.length > 0 ? request.only(free) : undefined;
}

/** Frees the keys under which the run sent nothing. */
export const freeUnsent = async ({ keys, rows }: Run): Promise<void> =>
	await keys.freeUnsent(rows.flatMap((row) => (row.item && hasSent(row) ? row.item : [])));

/** Why an item is skipped, by the state of its key. */
const SKIPPED: Partial<Record<KeyState, { reason?: string }>> = {
	used: {},
	scheduled: {
		reason:
			'scheduled before under this idempotency key, and perhaps cancelled; to send it again, use another key',
	},
};

const unsureKey = ({ node }: Run, { itemIndex, key }: Item): NodeError =>
	notSent(
		node,
		`Not sent, because n8n's database did not store 'Idempotency Key' "${key}" within two seconds`,
		{
			itemIndex,
			description:
				'Another execution may have sent this item, so the key stays used. Check with Report, Get by Date whether the person was texted. If not, run the item again under another key.',
		},
	);
