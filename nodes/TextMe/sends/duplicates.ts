import { FirstTexts } from '../../texts/firstTexts';
import { notSent } from '../../output/nodeError';
import type { SendOperation } from '../operation';
import type { Failed } from '../run/fate';
import { failed, mayHaveSent } from '../run/fate';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';

/** Duplicates, each with the text that it repeats. */
export type Repeats = ReadonlyMap<ItemText, ItemText>;

/** Separates the texts that another item sends, or has sent, to the same recipient. */
export function withoutDuplicates(
	run: Run,
	{ comparesTexts }: SendOperation,
	texts: ItemText[],
): { left: ItemText[]; repeats: Repeats } {
	const repeats = new Map<ItemText, ItemText>();
	if (!comparesTexts || !run.safeguards.skipsDuplicates) return { left: texts, repeats };
	const firsts = new FirstTexts<ItemText>();
	for (const text of sentTexts(run)) firsts.repeatedBy(text);
	for (const text of texts) {
		const first = firsts.repeatedBy(text);
		if (first) repeats.set(text, first);
	}
	return { left: repeats.size > 0 ? texts.filter((text) => !repeats.has(text)) : texts, repeats };
}

const sentTexts = ({ rows }: Run): ItemText[] =>
	rows.flatMap(({ parts }) =>
		parts.filter((part) => mayHaveSent(part) && 'to' in part),
	) as ItemText[];

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
