import { groupBy } from '../../../gateway/lists';
import type { Fate, Skipped } from '../../sending/fate';
import { failed } from '../../sending/fate';
import { FirstTexts } from '../../sending/duplicates';
import type { Text } from '../../sending/text';
import { notSent } from '../../shared/nodeError';
import type { Item } from './item';
import { rowAt } from './items';
import type { Run } from './run';

/** Texts that are left out, each with the one that it repeats. */
export type Repeats = ReadonlyMap<Text, Text>;

const NONE: Repeats = new Map();

/** Leaves out each text that another item of the run sends to the same recipient. */
export async function withoutDuplicates(
	run: Run,
	texts: Text[],
): Promise<{ left: Text[]; repeats: Repeats }> {
	if (!run.operation.comparesTexts) return { left: texts, repeats: NONE };
	let repeats = repeatsAmong(run, texts, new Set());
	if (repeats.size > 0) {
		// An item whose key is used is not sent, so no other item repeats it.
		const involved = new Set([...repeats].flat().map(({ itemIndex }) => itemIndex));
		const used = await run.keys.usedBefore(itemsAt(run, involved));
		if (used.size > 0) repeats = repeatsAmong(run, texts, used);
	}
	if (repeats.size === 0) return { left: texts, repeats: NONE };
	const left = texts.filter((text) => !repeats.has(text));
	shareKeys(run, left, repeats);
	return { left, repeats };
}

const itemsAt = ({ items }: Run, indexes: Iterable<number>): Item[] =>
	[...indexes].flatMap((index) => items[index] ?? []);

function repeatsAmong({ items, fates }: Run, texts: Text[], used: Set<string>): Repeats {
	const firsts = new FirstTexts();
	const repeats = new Map<Text, Text>();
	const firstOf = (text: Text) => {
		const policy = items[text.itemIndex]?.care?.duplicates ?? 'sendAll';
		return firsts.repeatedBy(text, policy);
	};
	for (const text of fates.sent()) firstOf(text);
	const keyOf = ({ itemIndex }: Text) => items[itemIndex]?.key;
	for (const text of texts) {
		const key = keyOf(text);
		if (key !== undefined && used.has(key)) continue;
		const first = firstOf(text);
		// Items with the same key do not go out twice anyway.
		if (first && (key === undefined || keyOf(first) !== key)) repeats.set(text, first);
	}
	return repeats;
}

/** The key of an item that is left out as a whole is used up with the keys of the items it repeats. */
function shareKeys({ items, keys }: Run, left: Text[], repeats: Repeats): void {
	const sent = new Set(left.map(({ itemIndex }) => itemIndex));
	for (const [{ itemIndex }, first] of repeats) {
		const item = items[itemIndex];
		if (item && !sent.has(itemIndex)) keys.share(item, first.itemIndex);
	}
}

/** Notes the fates of the texts that were left out, once those of the texts they repeat are known. */
export function settleDuplicates(run: Run, repeats: Repeats): void {
	for (const [itemIndex, own] of groupBy([...repeats], ([text]) => text.itemIndex)) {
		const refused: Text[] = [];
		let refusedFirst = 0;
		for (const [text, first] of own) {
			const fate = run.fates.of(first);
			if (fate?.kind === 'refused') {
				refusedFirst = refused.length > 0 ? refusedFirst : first.itemIndex;
				refused.push(text);
			} else if (fate) {
				run.fates.note(itemIndex, asRepeat(run, text, first, fate), [text]);
			}
		}
		if (refused.length > 0) refuse(run, itemIndex, refused, refusedFirst);
	}
}

function asRepeat(run: Run, text: Text, { itemIndex: first }: Text, fate: Fate): Skipped {
	if (fate.kind === 'skipped') return { kind: 'skipped', why: fate.why, duplicateOf: first };
	const isOnePerNumber = run.items[text.itemIndex]?.care?.duplicates === 'onePerNumber';
	const reason = isOnePerNumber
		? `Row ${rowAt(run, first)} has a text for this number.`
		: undefined;
	return { kind: 'skipped', why: 'duplicate', duplicateOf: first, reason };
}

/** Refuses texts whose first was refused. The error that this refusal ends the run with names them, too. */
function refuse(run: Run, itemIndex: number, texts: Text[], first: number): void {
	const isOnePerNumber = run.items[itemIndex]?.care?.duplicates === 'onePerNumber';
	const what = isOnePerNumber
		? 'the first text for this number'
		: 'with the same text for the same number';
	const message = `Not sent, because item ${first}, ${what}, was refused [item ${itemIndex}]`;
	const description = `See what is wrong with item ${first}, and run both again.`;
	run.fates.note(itemIndex, failed(notSent(run.node, message, { itemIndex, description })), texts);
}
