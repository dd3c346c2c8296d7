import type { SendSettings } from '../../../gateway/messages';
import { groupBy } from '../../../gateway/lists';
import type { ListSizes } from '../../sending/rehearsal';
import type { Text, Texts } from '../../sending/text';
import { messageOf, textsOf } from '../../sending/text';
import type { SomeOperation } from '../operation';
import type { Item } from './item';

/** What an item adds to a request. A long item of a read has several parts. */
export interface Part {
	readonly item: Item;
	readonly entry: unknown;
	/** Shared by all entries of a request. */
	readonly settings: unknown;
	/** The texts of a send; empty for anything else. */
	readonly texts: readonly Text[];
	/** What goes out in place of the entry, in a rehearsal. */
	readonly going?: Going;
}

export interface Going {
	readonly entries: readonly unknown[];
	readonly settings: unknown;
	/** The texts of the part as they go to the one phone, and those that do not go out. */
	readonly sent: readonly Text[];
	readonly left: readonly Text[];
	readonly sizes: ListSizes;
}

const NO_TEXTS: readonly Text[] = [];

/** The parts of an item that is no send of texts. */
export function partsOf(operation: SomeOperation, item: Item): Part[] {
	const entries: unknown[] = operation.entries?.(item.value) ?? [item.value];
	return entries.map((entry) => ({
		item,
		entry,
		settings: operation.settings?.(item.value, entry as object),
		texts: NO_TEXTS,
	}));
}

/** The texts of an item; undefined if it is no send of texts. */
export function textsIn(
	operation: SomeOperation,
	{ itemIndex, value, common }: Item,
): Text[] | undefined {
	const message = operation.message?.(value);
	if (!message) return undefined;
	const settings = (operation.settings?.(value, message) ?? {}) as SendSettings;
	return textsOf(itemIndex, message, settings, common.onBehalfOf);
}

/** The parts of these texts: one for each item and time. */
export function partsOfTexts(
	texts: readonly Text[],
	items: ReadonlyArray<Item | undefined>,
): Part[] {
	const parts: Part[] = [];
	let own: Text[] = [];
	const close = () => {
		const [first] = own;
		const item = first && items[first.itemIndex];
		if (item) parts.push(partOf(item, own as unknown as Texts));
	};
	for (const text of texts) {
		const [first] = own;
		if (first?.itemIndex === text.itemIndex && first.settings === text.settings) {
			own.push(text);
			continue;
		}
		close();
		own = [text];
	}
	close();
	return parts;
}

export const partOf = (item: Item, texts: Texts): Part => ({
	item,
	entry: messageOf(texts),
	settings: texts[0].settings,
	texts,
});

/** The parts by their items. */
export const byItem = (parts: readonly Part[]): Map<number, [Part, ...Part[]]> =>
	groupBy(parts, ({ item }) => item.itemIndex);
