import { FirstTexts } from '../../texts/firstTexts';
import { textKey } from '../../texts/text';
import { notSent } from '../../output/nodeError';
import type { SendOperation } from '../operation';
import type { Failed, Fate, Skipped } from '../run/fate';
import { failed, mayHaveSent } from '../run/fate';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';
import { waitingFor } from './answersByLink';

/** Duplicates, each with the text that it repeats. */
export type Repeats = ReadonlyMap<ItemText, ItemText>;

/** Separates the texts that another item sends, or has sent, to the same recipient. */
export function withoutDuplicates(
	run: Run,
	{ comparesTexts }: SendOperation,
	texts: ItemText[],
): { left: ItemText[]; repeats: Repeats } {
	const repeats = new Map<ItemText, ItemText>();
	if (!comparesTexts) return { left: texts, repeats };
	const firsts = new FirstTexts<ItemText>((text) => pageKey(run, text) ?? textKey(text));
	const firstOf = (text: ItemText) => firsts.repeatedBy(text, policyOf(run, text));
	for (const text of sentTexts(run)) firstOf(text);
	for (const text of texts) {
		const first = firstOf(text);
		if (first) repeats.set(text, first);
	}
	return { left: repeats.size > 0 ? texts.filter((text) => !repeats.has(text)) : texts, repeats };
}

/** A question by link, without its link: each has its own. `undefined` for other texts. */
function pageKey({ rows }: Run, { itemIndex, account }: ItemText): string | undefined {
	const item = rows[itemIndex]?.item;
	const waiting = item && waitingFor(item);
	return waiting && 'page' in waiting ? JSON.stringify([account, waiting.page]) : undefined;
}

const sentTexts = ({ rows }: Run): ItemText[] =>
	rows.flatMap(({ parts }) =>
		parts.filter((part) => mayHaveSent(part) && 'to' in part),
	) as ItemText[];

const policyOf = ({ rows }: Run, { itemIndex }: ItemText) =>
	rows[itemIndex]?.item?.safeguards?.duplicates ?? 'sendAll';

/** Reasons that hold for the number, whichever item texts it. */
const ABOUT_THE_NUMBER: ReadonlySet<string> = new Set(['blocked', 'messagedLately']);

/**
 * Gives duplicates their fates, once the texts that they repeat have theirs. Returns the duplicates whose first text was not
 * sent for a reason of its own: these must be sent instead.
 */
export function settleDuplicates(run: Run, repeats: Repeats): ItemText[] {
	const again: ItemText[] = [];
	// An item may repeat thousands of refused texts, and an error takes 0.1 ms.
	const refused = new Map<string, Failed>();
	for (const [text, first] of repeats) {
		const { fate } = first;
		if (fate === undefined || isOfItsOwn(fate)) again.push(text);
		else if (fate.kind === 'refused') {
			const pair = `${text.itemIndex} ${first.itemIndex}`;
			text.fate = refused.get(pair) ?? asRefused(run, text, first);
			refused.set(pair, text.fate);
		} else text.fate = asRepeat(run, text, first, fate);
	}
	return again;
}

const isOfItsOwn = (fate: Fate) => fate.kind === 'skipped' && !ABOUT_THE_NUMBER.has(fate.why);

function asRepeat(run: Run, text: ItemText, { itemIndex: first }: ItemText, fate: Fate): Skipped {
	if (fate.kind === 'skipped') return { kind: 'skipped', why: fate.why, duplicateOf: first };
	const reason =
		policyOf(run, text) === 'onePerNumber' ? 'Another item has a text for this number.' : undefined;
	return { kind: 'skipped', why: 'duplicate', duplicateOf: first, reason };
}

/** The duplicate of a refused text is refused, too. If this stops the run, the error names both. */
function asRefused(run: Run, text: ItemText, { itemIndex: first }: ItemText): Failed {
	const what =
		policyOf(run, text) === 'onePerNumber'
			? 'the first text for this number'
			: 'the same text for the same number';
	const message = `Not sent, because item ${first} was refused; it has ${what}`;
	const description = `See what is wrong with item ${first}, and run both again.`;
	return failed(notSent(run.node, message, { itemIndex: text.itemIndex, description }));
}
