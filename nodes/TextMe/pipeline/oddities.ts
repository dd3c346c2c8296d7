import { isOfOneMessage, mayBeOfOneMessage } from '../../../gateway/status';
import { withoutItem } from '../../planning/runFigures';
import type { Failed } from '../../sending/fate';
import { statusOf } from '../../shared/nodeError';
import type { Run } from './run';

/**
 * Where each item stands alone: skips the items that the service refused for themselves, once all were tried. Where every item
 * failed, a status that nobody lists, for example, may be about the owner, and stays a failure.
 */
export function skipOddities(run: Run): void {
	const { fates, operation } = run;
	if (!operation.standsAlone) return;
	const failures = fates.failures();
	const isOfAll = failures.length === run.items.length;
	for (const [itemIndex, failure] of failures) {
		if (!isOdd(failure, isOfAll)) continue;
		const { message, description } = failure.error;
		const reason = `${withoutItem(message)}. ${description ?? ''}`.trim();
		const texts = fates.textsOf(itemIndex);
		const key = run.items[itemIndex]?.key;
		fates.forget(itemIndex);
		fates.note(itemIndex, { kind: 'skipped', why: 'unanswered', reason, key }, texts);
	}
}

function isOdd({ kind, error }: Failed, isOfAll: boolean): boolean {
	const status = statusOf(error);
	if (kind === 'unknown' || status === undefined) return false;
	return isOfOneMessage(status) || (!isOfAll && mayBeOfOneMessage(status));
}
