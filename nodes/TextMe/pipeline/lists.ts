import { NodeOperationError } from 'n8n-workflow';

import { groupBy } from '../../../gateway/lists';
import type { Text } from '../../sending/text';
import { wordsOf } from '../../sending/text';
import { fail } from './fail';
import type { Item } from './item';
import type { Run } from './run';

const NO_TEXTS: readonly Text[] = [];

const WHAT_TO_DO =
	'Nothing was sent to the list. Everybody on it would get all of these texts, so use one text without expressions, or send to the list in a node before the items.';

/** Leaves out the items that would send different texts to one contact list: a text that differs by item is meant for one person. */
export function withoutMixedLists(run: Run, items: Item[]): Item[] {
	const { operation, node } = run;
	const sends = items.flatMap((item) => {
		const message = operation.message?.(item.value);
		return (message?.to.lists ?? []).map((list) => ({
			item,
			list,
			words: message && wordsOf(message),
		}));
	});
	const refused = new Set<Item>();
	for (const [list, own] of groupBy(sends, (send) => send.list)) {
		const other = own.find(({ words }) => words !== own[0].words);
		if (!other) continue;
		for (const { item } of own) {
			if (refused.has(item)) continue;
			refused.add(item);
			const message = `'Message' of item ${other.item.itemIndex} is not that of item ${own[0].item.itemIndex}, and both go to contact list ${list} [item ${item.itemIndex}]`;
			const error = { itemIndex: item.itemIndex, description: WHAT_TO_DO };
			fail(run, { item, texts: NO_TEXTS }, new NodeOperationError(node, message, error));
		}
	}
	return items.filter((item) => !refused.has(item));
}
