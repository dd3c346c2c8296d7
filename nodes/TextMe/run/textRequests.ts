import { MAX_BULK_MESSAGES } from '../../../gateway/values/limits';
import type { Message } from '../../../gateway/texts/messages';
import type { Texts } from '../../texts/text';
import { messageOf } from '../../texts/text';
import { gather } from './sharedRequest';
import type { Request, Share } from './sharedRequest';
import type { Item, ItemText } from './row';
import type { Run } from './run';

/**
 * The requests for texts. Only texts with the same sender, account and options share a request, up to the operation's limit: a
 * refusal then concerns no others.
 */
export function textRequests(run: Run, texts: readonly ItemText[]): Request[] {
	return gather(run, sharesOf(run, texts), {
		limit: run.operation.limit,
		// A message with a contact list gets its own request: a refusal of the list must not concern others.
		weigh: (entry) => ((entry as Message).to.lists.length > 0 ? MAX_BULK_MESSAGES : 1),
		groupOf: (share) => JSON.stringify([share.item.common, share.settings, senderOf(share)]),
		isSame: (one, other) =>
			one.settings === other.settings &&
			one.item.common === other.item.common &&
			senderOf(one) === senderOf(other),
	});
}

const senderOf = ({ entry }: Share): string => (entry as Message).source;

/** One share per item; more if the item's texts have different settings. */
export function sharesOf({ rows }: Run, texts: readonly ItemText[]): Share[] {
	const shares: Share[] = [];
	for (let from = 0, to = 0; from < texts.length; from = to) {
		const { itemIndex, settings } = texts[from] as ItemText;
		while (texts[to]?.itemIndex === itemIndex && texts[to]?.settings === settings) to++;
		const parts = texts.slice(from, to);
		const item = rows[itemIndex]?.item as Item;
		shares.push({ item, entry: messageOf(parts as unknown as Texts), settings, parts });
	}
	return shares;
}
