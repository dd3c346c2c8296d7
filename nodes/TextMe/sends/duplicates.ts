import { FirstTexts, hashOf, nameOf } from '../../texts/text';
import { notSent } from '../../output/nodeError';
import type { Failed } from '../run/fate';
import { failed, isSent } from '../run/fate';
import { isText } from '../run/row';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';

/** Duplicates, each with the text that it repeats. */
export type Repeats = ReadonlyMap<ItemText, ItemText>;

export function repeatsIn({ operation, safeguards }: Run, texts: readonly ItemText[]): Repeats {
	const repeats = new Map<ItemText, ItemText>();
	if (!operation.comparesTexts || !safeguards.skipsDuplicates) return repeats;
	const firsts = new FirstTexts<ItemText>();
	for (const text of texts) {
		const first = firsts.repeatedBy(text);
		if (first) repeats.set(text, first);
	}
	return repeats;
}

/** Separates the texts that another item sends, or has sent, to the same recipient. */
export function withoutDuplicates(
	run: Run,
	texts: ItemText[],
): { left: ItemText[]; repeats: Repeats } {
	const open = texts.filter(unlessOfEarlierTry(run));
	const repeats = repeatsIn(run, open);
	return { left: repeats.size > 0 ? open.filter((text) => !repeats.has(text)) : open, repeats };
}

/** Finds the texts that an earlier try has sent to the same recipient, and gives them their fate. */
function unlessOfEarlierTry({ operation, safeguards, rows }: Run): (text: ItemText) => boolean {
	if (!operation.comparesTexts || !safeguards.skipsDuplicates) return () => true;
	const items = new Map(
		rows.flatMap(({ itemIndex, earlier, parts }) => {
			const sent = parts.filter(({ fate }) => isSent(fate)).filter(isText);
			const texts = earlier?.texts ?? sent.map((text) => ({ to: text.to, hash: hashOf(text) }));
			return texts.map(({ to, hash }) => [`${nameOf(to)} ${hash}`, itemIndex] as const);
		}),
	);
	return (text) => {
		const duplicateOf =
			items.size > 0 ? items.get(`${nameOf(text.to)} ${hashOf(text)}`) : undefined;
		if (duplicateOf !== undefined) text.fate = { kind: 'skipped', why: 'duplicate', duplicateOf };
		return duplicateOf === undefined;
	};
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
