import { notSent } from '../../output/nodeError';
import { FirstTexts, hashOf, nameOf } from '../../texts/text';
import { failed, isText } from '../run/run';
import type { Failed, ItemText, Run } from '../run/run';

/** Duplicates, each with the text that it repeats. */
type Repeats = ReadonlyMap<ItemText, ItemText>;

/** Sends what was not sent before to its recipient, each text once. Its duplicates have the same fate. */
export async function eachOnce(
	run: Run,
	texts: ItemText[],
	make: (texts: ItemText[]) => Promise<void>,
): Promise<void> {
	if (!skipsDuplicates(run)) return await make(texts);
	const unsent = withoutSentEarlier(run, texts);
	const repeats = repeatsIn(run, unsent);
	await make(unsent.filter((text) => !repeats.has(text)));
	settleDuplicates(run, repeats);
}

const skipsDuplicates = ({ operation, safeguards }: Run): boolean =>
	operation.comparesTexts === true && safeguards.skipsDuplicates;

export function repeatsIn(run: Run, texts: readonly ItemText[]): Repeats {
	const repeats = new Map<ItemText, ItemText>();
	if (!skipsDuplicates(run)) return repeats;
	const firsts = new FirstTexts<ItemText>();
	for (const text of texts) {
		const first = firsts.repeatedBy(text);
		if (first) repeats.set(text, first);
	}
	return repeats;
}

/** Skips the texts that an earlier try has sent to the same recipient. */
function withoutSentEarlier({ rows }: Run, texts: ItemText[]): ItemText[] {
	const items = new Map(
		rows.flatMap(({ itemIndex, earlier, parts }) => {
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

function settleDuplicates(run: Run, repeats: Repeats): void {
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
