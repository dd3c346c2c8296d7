import type { ItemText } from './row';
import { mayHaveSent } from './row';
import type { Run } from './run';

/** Items that a node sends in a rehearsal, in one execution. It only checks the others. */
const MOST_REHEARSED = 10;

/** In a rehearsal, leaves out the items after the first ten of the execution. */
export function firstOfRehearsal(run: Run, texts: ItemText[]): ItemText[] {
	if (run.rehearsal === undefined) return texts;
	const items = [...new Set(texts.map(({ itemIndex }) => itemIndex))];
	const going = new Set(items.slice(0, MOST_REHEARSED - (rehearsed(run).items ?? 0)));
	return texts.filter((text) => {
		if (!going.has(text.itemIndex)) text.fate = { kind: 'checked' };
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

/** Where a rehearsed send went: the `result` of an item. */
export const rehearsalNote = (phone: string, isSent: boolean): string =>
	isSent
		? `Rehearsal: this went to ${phone} instead`
		: `Rehearsal: this went to nobody, because ${MOST_REHEARSED} messages of this run have gone to ${phone}`;
