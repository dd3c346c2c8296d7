import { split } from '../../../gateway/values/lists';
import type { Skip } from '../../output/sentence';
import type { SendOperation } from '../operation';
import type { Fate, Part } from '../run/fate';
import { mayHaveSent } from '../run/fate';
import { permitted } from '../run/permission';
import type { ItemText, Row } from '../run/row';
import { hasSent } from '../run/row';
import type { Run } from '../run/run';
import { Sender } from './sender';
import { settleDuplicates, withoutDuplicates } from './duplicates';
import type { Repeats } from './duplicates';
import { HourlyLimits } from './hourlyLimit';
import { withoutHeldBack } from './hours';
import { noteSent, withinLimits } from './withinLimits';
import { withoutMixedLists } from './mixedLists';
import { textRequests } from '../run/textRequests';
import { withoutSamples } from './withoutSamples';
import type { SmsReplies } from './smsReplies';

/**
 * In how many rounds texts are tried that wait for others. A stranger can send hundreds of texts of which each waits for the one
 * before, and each round reads n8n's lists.
 */
const MOST_ROUNDS = 5;

/**
 * The one way to send. Texts go through the stages below, and a stage gives each text that it leaves out a fate. There may be
 * several rounds: a text left out because of another one (same key, duplicate or hourly limit) is tried again if that other
 * text was not sent.
 */
export async function send(
	run: Run,
	operation: SendOperation,
	replies?: SmsReplies,
): Promise<void> {
	const hourly = new HourlyLimits(run);
	const sender = new Sender(run, replies);
	try {
		let open = withoutMixedLists(run, withoutSamples(openTexts(run)));
		for (let round = 1; open.length > 0 && !run.stop; round++) {
			const [turn, sharingKeys] = firstOfEachKey(run, open);
			const { left, repeats } = withoutDuplicates(run, operation, turn);
			const { within, beyond } = await hourly.within(withoutHeldBack(run, left));
			// Texts with the same key count towards the limits, because any of them may be the one that is sent.
			const due = [...within, ...sharingKeys];
			const allowed = new Set(await withinLimits(run, permitted(run, due), beyond));
			const turnsLater = sharingKeys.filter((text) => allowed.has(text));
			const now = within.filter((text) => allowed.has(text));
			await sender.make(textRequests(run, now));
			await hourly.settle();
			const again = settleDuplicates(run, repeats);
			await useUpOfDuplicates(run, repeats);
			const waited = [...turnsLater, ...beyond, ...again].filter(({ fate }) => !fate);
			if (run.stop) break;
			open = withoutUsedKeys(run, inOrder(waited));
			if (round === MOST_ROUNDS) for (const text of open.splice(0)) text.fate = UNTRIED;
		}
	} finally {
		await hourly.settle();
		noteSent(run);
	}
}

/** The texts that no earlier try carried out. */
const openTexts = ({ rows }: Run): ItemText[] =>
	rows.flatMap(({ item, parts }) => (item && !item.isDone ? (parts as ItemText[]) : []));

/** Separates the first item of each key from later items with the same key. */
function firstOfEachKey({ keys, rows }: Run, texts: ItemText[]): [ItemText[], ItemText[]] {
	const firsts = new Map<string, number>();
	return split(texts, ({ itemIndex }) => {
		const key = keys.ofItem(rows[itemIndex]?.item);
		if (key === undefined) return true;
		if (!firsts.has(key)) firsts.set(key, itemIndex);
		return firsts.get(key) === itemIndex;
	});
}

/** Gives texts whose key was used by another item a fate. Returns the others. */
function withoutUsedKeys({ keys, rows }: Run, texts: ItemText[]): ItemText[] {
	if (texts.length === 0) return texts;
	const used = new Map<string, Fate>();
	for (const { item, parts } of rows) {
		const key = keys.ofItem(item);
		if (key === undefined) continue;
		const fate = parts.some(mayHaveSent) ? SENT_BEFORE : parts.find(isSentBefore)?.fate;
		if (fate) used.set(key, fate);
	}
	return texts.filter((text) => {
		const row = rows[text.itemIndex] as Row;
		// The rest of an item goes out under its own key.
		if (!hasSent(row)) text.fate = used.get(keys.ofItem(row.item) ?? '');
		return text.fate === undefined;
	});
}

const SENT_BEFORE: Fate = { kind: 'skipped', why: 'sentBefore' };
const UNTRIED: Fate = { kind: 'skipped', why: 'untried' };

const inOrder = (texts: ItemText[]): ItemText[] =>
	texts.sort((a, b) => a.itemIndex - b.itemIndex || a.place - b.place);

const isSkipped =
	(why: Skip) =>
	({ fate }: Part) =>
		fate?.kind === 'skipped' && fate.why === why;
const isDuplicate = isSkipped('duplicate');
const isSentBefore = isSkipped('sentBefore');

/**
 * Marks the keys of duplicates as used, because another item has sent their text. Otherwise a later execution would send it
 * again.
 */
async function useUpOfDuplicates({ keys, rows }: Run, repeats: Repeats): Promise<void> {
	const indexes = new Set([...repeats.keys()].map(({ itemIndex }) => itemIndex));
	const repeated = [...indexes].flatMap((itemIndex) => rows[itemIndex] ?? []);
	// A text that was refused for itself, or waits for the next round, can still be sent under its key.
	const isOver = (text: ItemText) =>
		text.fate?.kind === 'skipped' || (text.fate !== undefined && repeats.has(text));
	const isBrought = ({ parts }: Row) =>
		(parts as ItemText[]).every(isOver) && parts.some(isDuplicate);
	await keys.useUp(repeated.filter(isBrought).flatMap(({ item }) => item ?? []));
}
