import { toInstant, toGatewayDate } from '../../../gateway/dates';
import type { Skipped } from '../run/fate';
import type { Request } from '../run/request';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';
import { requestsOf } from '../run/textRequests';

const heldUntil = (opensAt: number): Skipped => ({ kind: 'skipped', why: 'outsideHours', opensAt });

/** The texts that are not held back until the sending hours begin. */
export function withoutHeldBack({ rows }: Run, texts: ItemText[]): ItemText[] {
	return texts.filter((text) => {
		const opensAt = rows[text.itemIndex]?.item?.when?.heldUntil;
		if (opensAt !== undefined) text.fate = heldUntil(opensAt);
		return opensAt === undefined;
	});
}

/**
 * Checks the sending hours again before each request, because they may end during a run. What would then go out after them is
 * held back, or scheduled for the next opening.
 */
export function withinHours(request: Request): Request[] {
	const { run, shares, parts } = request;
	if (!shares.some(({ item }) => item.when?.within)) return [request];
	const now = Date.now();
	let isSame = true;
	const due = (parts as ItemText[]).filter((text) => {
		const planned = plannedFor(text, now);
		const { within } = run.rows[text.itemIndex]?.item?.when ?? {};
		const { at, heldUntil: opensAt } = within?.(planned) ?? { at: planned };
		isSame &&= at === planned;
		if (opensAt !== undefined) text.fate = heldUntil(opensAt);
		else if (at !== undefined && at !== planned) {
			text.settings = { ...text.settings, timing: toGatewayDate(at) };
		}
		return opensAt === undefined;
	});
	if (isSame) return [request];
	shareSettings(due);
	return requestsOf(run, due);
}

// Assumption: pastSchedule
/** When a text goes out if it is sent `now`: a schedule that is past goes out at once. */
function plannedFor({ settings: { timing } }: ItemText, now: number): number {
	return timing === undefined ? now : Math.max(now, toInstant(timing));
}

/** Texts of an item that were moved together keep the same settings: they are one message. */
function shareSettings(texts: ItemText[]): void {
	for (const [n, text] of texts.entries()) {
		const before = texts[n - 1];
		if (before?.itemIndex === text.itemIndex) text.settings = before.settings;
	}
}
