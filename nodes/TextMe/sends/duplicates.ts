import { NodeOperationError } from 'n8n-workflow';

import { groupBy } from '../../../gateway/values/lists';
import { notSent } from '../../output/nodeError';
import { FirstTexts, hashOf, listKey, nameOf, wordsOf } from '../../texts/text';
import { failed, isText } from '../run/row';
import type { Failed, ItemText } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';

/** Duplicates, each with the text that it repeats. */
export type Repeats = ReadonlyMap<ItemText, ItemText>;

const skipsDuplicates = ({ operation, safeguards }: Run): boolean =>
	operation.comparesTexts === true && safeguards.skipsDuplicates;

export function repeatsIn(run: Run, texts: readonly ItemText[]): Repeats {
	const repeats = new Map<ItemText, ItemText>();
	if (texts.length < 2 || !skipsDuplicates(run)) return repeats;
	const firsts = new FirstTexts<ItemText>();
	for (const text of texts) {
		const first = firsts.repeatedBy(text);
		if (first) repeats.set(text, first);
	}
	return repeats;
}

/** Skips the texts that an earlier try has sent to the same recipient. */
export function withoutSentEarlier(run: Run, texts: ItemText[]): ItemText[] {
	if (!skipsDuplicates(run)) return texts;
	const items = new Map(
		run.rows.flatMap(({ itemIndex, earlier, parts }) => {
			const sent = parts.filter(({ fate }) => fate?.kind === 'sentEarlier').filter(isText);
			const own = earlier?.texts ?? sent.map((text) => ({ to: text.to, hash: hashOf(text) }));
			return own.map(({ to, hash }) => [`${nameOf(to)} ${hash}`, itemIndex] as const);
		}),
	);
	if (items.size === 0) return texts;
	return texts.filter((text) => {
		const duplicateOf = items.get(`${nameOf(text.to)} ${hashOf(text)}`);
		if (duplicateOf !== undefined) text.fate = { kind: 'skipped', why: 'duplicate', duplicateOf };
		return duplicateOf === undefined;
	});
}

/** Gives duplicates the fates of the texts that they repeat. */
export function settleDuplicates(run: Run, repeats: Repeats): void {
	// An item may repeat thousands of refused texts, and an error takes 0.1 ms.
	const refused = new Map<string, Failed>();
	for (const [text, { fate, itemIndex: duplicateOf }] of repeats) {
		if (fate?.kind === 'skipped') text.fate = { ...fate, duplicateOf };
		else if (fate?.kind === 'refused') {
			const pair = `${text.itemIndex} ${duplicateOf}`;
			text.fate = refused.get(pair) ?? asRefused(run, text, duplicateOf);
			refused.set(pair, text.fate);
		} else if (fate) text.fate = { kind: 'skipped', why: 'duplicate', duplicateOf };
	}
}

/** The duplicate of a refused text is refused, too. If this stops the run, the error names both. */
function asRefused({ node }: Run, { itemIndex }: ItemText, first: number): Failed {
	const message = `Not sent, because item ${first} was refused; it has the same text for the same number`;
	const description = `See what is wrong with item ${first}, and run both again.`;
	return failed(notSent(node, message, { itemIndex, description }));
}

const WHAT_TO_DO =
	'Nothing was sent to the list. Everybody on it would get all of these texts, so use one text without expressions, or send to the list in a node before the items.';

/**
 * Refuses items that would send different texts to the same contact list: a text that differs per item is meant for one person.
 */
export function withoutMixedLists(run: Run, texts: ItemText[]): ItemText[] {
	const toLists = texts.filter(({ to }) => 'list' in to);
	if (toLists.length < 2) return texts;
	const refused = new Set<number>();
	const keyOf = (text: ItemText) => listKey(nameOf(text.to), text);
	for (const own of groupBy(toLists, keyOf).values()) {
		const words = wordsOf(own[0].message);
		const other = own.find(({ message }) => wordsOf(message) !== words);
		if (!other) continue;
		const message = `'Message' of item ${other.itemIndex} is not that of item ${own[0].itemIndex}, and both go to contact list ${nameOf(own[0].to)}`;
		for (const { itemIndex } of own) {
			if (refused.has(itemIndex)) continue;
			refused.add(itemIndex);
			const error = new NodeOperationError(run.node, message, {
				itemIndex,
				description: WHAT_TO_DO,
			});
			fail(run, run.rows[itemIndex]?.parts ?? [], error);
		}
	}
	return texts.filter(({ itemIndex }) => !refused.has(itemIndex));
}
