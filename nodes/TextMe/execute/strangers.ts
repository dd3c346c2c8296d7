import { rowOf } from '../../../gateway/replies/status';
import { statusOf } from '../../output/nodeError';
import type { Failed } from '../run/fate';
import { isSent } from '../run/fate';
import { failuresOf } from '../run/row';
import type { Run } from '../run/run';

/**
 * For operations that answer strangers: skips items that the service refused because of the stranger, after all were tried. A
 * status that may be the account's fault counts as the stranger's only if another item was accepted.
 */
export function skipRefusedStrangers({ rows, operation }: Run): void {
	if (!operation.answersStrangers) return;
	const isAnyAccepted = rows.some(({ parts }) => parts.some(({ fate }) => isSent(fate)));
	for (const [row, failure] of failuresOf(rows)) {
		if (!isAboutStranger(failure, isAnyAccepted)) continue;
		const { message, description } = failure.error;
		const reason = `${message}. ${description ?? ''}`.trim();
		for (const part of row.parts) part.fate = { kind: 'skipped', why: 'unanswered', reason };
	}
}

function isAboutStranger({ kind, error }: Failed, isAnyAccepted: boolean): boolean {
	const status = statusOf(error);
	if (kind === 'unknown' || status === undefined) return false;
	const row = rowOf(status);
	if (row === undefined || row.about === 'field') return isAnyAccepted;
	return row.about !== undefined;
}
