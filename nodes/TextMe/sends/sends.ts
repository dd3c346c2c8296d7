import { split } from '../../../gateway/lists';
import type { SendOperation } from '../operation';
import type { Part } from '../run/fate';
import { permitted } from '../run/permission';
import type { ItemText, Row } from '../run/row';
import type { Run } from '../run/run';
import { Sender } from './sender';
import { settleDuplicates, withoutDuplicates } from './duplicates';
import type { Repeats } from './duplicates';
import { HourlyLimit } from './hourlyLimit';
import { withoutHeldBack } from './hours';
import { noteSent, withinLimits } from './limits';
import { withoutMixedLists } from './mixedLists';
import { requestsOf } from '../run/textRequests';
import { withoutSamples } from './samples';
import type { SmsReplies } from './smsReplies';

/**
 * The one way to send. Texts go through the stages below; what a stage leaves out, it notes as a fate. They go in rounds: who
 * was kept out by a text of the same key, the same words or the same person gets the next round, if that text did not go out.
 */
export async function send(
	run: Run,
	operation: SendOperation,
	replies?: SmsReplies,
): Promise<void> {
	const hourly = new HourlyLimit(run);
	const sender = new Sender(run);
	try {
		let open = withoutMixedLists(run, withoutSamples(openTexts(run)));
		while (open.length > 0 && !run.stop) {
			const [turn, sharingKeys] = firstOfEachKey(run, open);
			const { left, repeats } = withoutDuplicates(run, operation, turn);
			const { within, beyond } = await hourly.within(withoutHeldBack(run, left));
			// What shares a key counts, too: it may be what goes out.
			const due = [...within, ...sharingKeys];
			const allowed = new Set(await withinLimits(run, permitted(run, due), beyond));
			const turnsLater = sharingKeys.filter((text) => allowed.has(text));
			const now = within.filter((text) => allowed.has(text));
			await sender.make(requestsOf(run, replies ? await replies.withoutUnheard(now) : now));
			await hourly.settle();
			const again = settleDuplicates(run, repeats);
			await useUpOfDuplicates(run, repeats);
			open = inOrder([...turnsLater, ...beyond, ...again].filter(({ fate }) => !fate));
		}
	} finally {
		await hourly.settle();
		noteSent(run);
	}
}

/** The texts of a run that no earlier try has carried out. */
const openTexts = ({ rows }: Run): ItemText[] =>
	rows.flatMap(({ item, parts }) => (item && !item.isDone ? (parts as ItemText[]) : []));

/** The texts whose key no item before has, and the others. */
function firstOfEachKey({ keys, rows }: Run, texts: ItemText[]): [ItemText[], ItemText[]] {
	const firsts = new Map<string, number>();
	return split(texts, ({ itemIndex }) => {
		const key = keys.ofItem(rows[itemIndex]?.item);
		if (key === undefined) return true;
		if (!firsts.has(key)) firsts.set(key, itemIndex);
		return firsts.get(key) === itemIndex;
	});
}

const inOrder = (texts: ItemText[]): ItemText[] =>
	texts.sort((a, b) => a.itemIndex - b.itemIndex || a.place - b.place);

const isDuplicate = ({ fate }: Part) => fate?.kind === 'skipped' && fate.why === 'duplicate';

/** Uses up the keys of items whose texts others have sent: a later execution would send them again. */
async function useUpOfDuplicates({ keys, rows }: Run, repeats: Repeats): Promise<void> {
	const indexes = new Set([...repeats.keys()].map(({ itemIndex }) => itemIndex));
	const repeated = [...indexes].flatMap((itemIndex) => rows[itemIndex] ?? []);
	// Whoever is refused, but not as a repeat, or waits for the next round, can still get the text under the key.
	const isOver = (text: ItemText) =>
		text.fate?.kind === 'skipped' || (text.fate !== undefined && repeats.has(text));
	const isBrought = ({ parts }: Row) =>
		(parts as ItemText[]).every(isOver) && parts.some(isDuplicate);
	await keys.useUp(repeated.filter(isBrought).flatMap(({ item }) => item ?? []));
}
