import { toGatewayDate } from '../../../gateway/values/dates';
import { groupBy } from '../../../gateway/values/lists';
import type { Message, SendSettings } from '../../../gateway/texts/messages';
import { goesOutAt, momentOf } from '../../texts/sendingHours';
import type { Batch } from '../run/batch';
import type { ItemText, Part } from '../run/row';
import type { Run } from '../run/run';

type SendBatch = Batch<Message, SendSettings>;

/** Leaves out the texts that must wait until the sending hours begin. */
export function withoutHeldBack({ rows }: Run, texts: ItemText[]): ItemText[] {
	const now = Date.now();
	return texts.filter((text) => {
		const within = rows[text.itemIndex]?.item?.sending?.within;
		const opensAt = within && momentOf(text.settings, within, now).heldUntil;
		if (opensAt !== undefined) hold([text], opensAt);
		return opensAt === undefined;
	});
}

function hold(parts: readonly Part[], opensAt: number): void {
	for (const part of parts) part.fate = { kind: 'skipped', why: 'outsideHours', opensAt };
}

/**
 * Checks the sending hours right before each request, because they may end during a run. Holds back or reschedules what would
 * go out after them. The texts themselves stay unchanged, because duplicates are compared with them.
 */
export function withinHours(request: SendBatch): SendBatch[] {
	const { settings, shares } = request;
	if (shares.every(({ item }) => !item.sending?.within)) return [request];
	const now = Date.now();
	const planned = goesOutAt(settings, now);
	const due = shares.flatMap((share) => {
		const { at, heldUntil } = momentOf(settings, share.item.sending?.within, now);
		if (heldUntil === undefined) return { share, moved: at === planned ? undefined : at };
		hold(share.parts, heldUntil);
		return [];
	});
	return [...groupBy(due, ({ moved }) => moved)].map(([moved, own]) => {
		const left = own.map(({ share }) => share);
		if (moved === undefined) return request.only(left);
		const { campaign_name = request.run.runId } = settings;
		const later = { ...settings, campaign_name, timing: toGatewayDate(moved) };
		return request.of(left.map((share) => ({ ...share, settings: later })));
	});
}
