import { isSamplePhone } from '../../../gateway/phones/phone';
import { ENOUGH, mayHaveSent, MOST_REHEARSED, SAMPLE } from '../run/fate';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';

/** Leaves out texts to the numbers of sample events, which belong to nobody. */
export function withoutSamples(texts: ItemText[]): ItemText[] {
	return texts.filter((text) => {
		const isSample = 'phone' in text.to && isSamplePhone(text.to.phone);
		if (isSample) text.fate = { kind: 'accepted', onlyChecked: SAMPLE };
		return !isSample;
	});
}

/** In a rehearsal, leaves out the items after the first ten of the execution. */
export function firstOfRehearsal(run: Run, texts: ItemText[]): ItemText[] {
	if (run.rehearsal === undefined) return texts;
	const items = [...new Set(texts.map(({ itemIndex }) => itemIndex))];
	const going = new Set(items.slice(0, MOST_REHEARSED - (rehearsed(run).items ?? 0)));
	return texts.filter((text) => {
		if (!going.has(text.itemIndex)) text.fate = { kind: 'accepted', onlyChecked: ENOUGH };
		return going.has(text.itemIndex);
	});
}

const rehearsed = (run: Run) => (run.sentCounts().rehearsed ??= {});

/** Counts the items that went out in a rehearsal. What an earlier try sent is already counted. */
export function noteRehearsed(run: Run): void {
	if (run.rehearsal === undefined) return;
	const sent = run.rows.filter(({ earlier, parts }) => !earlier && parts.some(mayHaveSent));
	const counts = rehearsed(run);
	counts.items = (counts.items ?? 0) + sent.length;
}
