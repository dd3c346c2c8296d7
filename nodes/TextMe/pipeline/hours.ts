import { toInstant, toGatewayDate } from '../../../gateway/dates';
import type { SendSettings } from '../../../gateway/messages';
import type { Skipped } from '../../sending/fate';
import type { Text } from '../../sending/text';
import { groupBy } from '../../../gateway/lists';
import { Batch } from './batch';
import type { Item } from './item';
import { partsOfTexts } from './parts';
import type { Run } from './run';

const heldUntil = (opensAt: number): Skipped => ({ kind: 'skipped', why: 'outsideHours', opensAt });

/** The items that are not held back until the sending hours begin. */
export function withoutHeldBack(
	{ fates }: Run,
	items: Item[],
	textsOf: (item: Item) => Text[],
): Item[] {
	return items.filter((item) => {
		const opensAt = item.when?.heldUntil;
		if (opensAt === undefined) return true;
		fates.note(item.itemIndex, heldUntil(opensAt), textsOf(item));
		return false;
	});
}

/**
 * Checks the sending hours again before each request, because they may end during a run. What would then go out after them is
 * left out, or scheduled for the next opening.
 */
export function withinHours(batch: Batch): Batch[] {
	const { run, parts } = batch;
	if (!parts.some(({ item }) => item.when?.within)) return [batch];
	const now = Date.now();
	const moved = new Map<number, SendSettings>();
	let isSame = true;
	const texts = parts.flatMap(({ item, texts: own }) =>
		own.flatMap((text) => {
			const due = dueAt(text, now);
			const { at, heldUntil: opensAt } = item.when?.within?.(due) ?? { at: due };
			isSame &&= at === due;
			if (opensAt !== undefined) run.fates.note(item.itemIndex, heldUntil(opensAt), [text]);
			if (at === undefined) return [];
			return [at === due ? text : movedTo(text, at, moved)];
		}),
	);
	if (isSame) return [batch];
	return [...groupBy(texts, ({ settings }) => settings.timing).values()].map(
		(own) => new Batch(run, partsOfTexts(own, run.items)),
	);
}

// Assumption: pastSchedule
/** When a text goes out if it is sent `now`: a schedule that is past goes out at once. */
function dueAt({ settings: { timing } }: Text, now: number): number {
	return timing === undefined ? now : Math.max(now, toInstant(timing));
}

/** A text at another time (milliseconds since 1970). Texts of a request share all other settings. */
function movedTo(text: Text, at: number, known: Map<number, SendSettings>): Text {
	const settings = known.get(at) ?? { ...text.settings, timing: toGatewayDate(at) };
	known.set(at, settings);
	return { ...text, settings };
}
