import { toGatewayDate } from '../../../gateway/values/dates';
import { groupBy } from '../../../gateway/values/lists';
import type { Message, SendSettings } from '../../../gateway/texts/messages';
import { goesOutAt, momentOf } from '../../texts/sendingHours';
import type { Skipped } from '../run/fate';
import type { Request, Share } from '../run/request';
import type { ItemText } from '../run/row';
import type { Run } from '../run/run';

const heldUntil = (opensAt: number): Skipped => ({ kind: 'skipped', why: 'outsideHours', opensAt });

/** Leaves out the texts that must wait until the sending hours begin. */
export function withoutHeldBack({ rows }: Run, texts: ItemText[]): ItemText[] {
	const now = Date.now();
	return texts.filter((text) => {
		const { heldUntil: opensAt } = momentOf(
			text.settings,
			rows[text.itemIndex]?.item?.sending?.within,
			now,
		);
		if (opensAt !== undefined) text.fate = heldUntil(opensAt);
		return opensAt === undefined;
	});
}

/**
 * Checks the sending hours right before each request, because they may end during a run. Holds back or reschedules what would
 * go out after them. The texts themselves stay unchanged, because duplicates are compared with them.
 */
export function withinHours(
	request: Request<Message, SendSettings>,
): Array<Request<Message, SendSettings>> {
	const { settings } = request;
	const now = Date.now();
	const planned = goesOutAt(settings, now);
	const due: Array<{ share: Share<Message, SendSettings>; moved: number | undefined }> = [];
	for (const share of request.shares) {
		const { at, heldUntil: opensAt } = momentOf(settings, share.item.sending?.within, now);
		if (opensAt === undefined) due.push({ share, moved: at === planned ? undefined : at });
		else for (const part of share.parts) part.fate = heldUntil(opensAt);
	}
	return [...groupBy(due, ({ moved }) => moved)].map(([moved, own]) => {
		const left = own.map(({ share }) => share);
		if (moved === undefined) return request.only(left);
		const later = { ...settings, timing: toGatewayDate(moved) };
		return request.of(left.map((share) => ({ ...share, settings: later })));
	});
}
