import { NodeOperationError } from 'n8n-workflow';

import { groupBy } from '../../../gateway/values/lists';
import { listKey, nameOf, wordsOf } from '../../texts/text';
import type { ItemText } from '../run/row';
import { fail } from '../run/run';
import type { Run } from '../run/run';

const WHAT_TO_DO =
	'Nothing was sent to the list. Everybody on it would get all of these texts, so use one text without expressions, or send to the list in a node before the items.';

/**
 * Refuses items that would send different texts to the same contact list: a text that differs per item is meant for one person.
 */
export function withoutMixedLists(run: Run, texts: ItemText[]): ItemText[] {
	const refused = new Set<number>();
	const toLists = texts.filter(({ to }) => 'list' in to);
	const keyOf = (text: ItemText) => ('list' in text.to ? listKey(text.to.list, text) : '');
	for (const own of groupBy(toLists, keyOf).values()) {
		const words = wordsOf(own[0].message);
		const other = own.find(({ message }) => wordsOf(message) !== words);
		if (!other) continue;
		for (const { itemIndex } of own) {
			if (refused.has(itemIndex)) continue;
			refused.add(itemIndex);
			const message = `'Message' of item ${other.itemIndex} is not that of item ${own[0].itemIndex}, and both go to contact list ${nameOf(own[0].to)}`;
			const error = new NodeOperationError(run.node, message, {
				itemIndex,
				description: WHAT_TO_DO,
			});
			fail(run, run.rows[itemIndex]?.parts ?? [], error);
		}
	}
	return texts.filter(({ itemIndex }) => !refused.has(itemIndex));
}
