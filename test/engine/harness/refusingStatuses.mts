import { rowOf, STATUS_CODES, successStatuses } from '../../../gateway/status';
import type { NodeResult } from './runNode.mts';

const SENDS: ReadonlySet<string> = new Set(['sms', 'bulk']);

/** Every status that is an error of an operation. A send skips people who opted out, so that status is none. */
export const refusingStatuses = (root: string): number[] =>
	STATUS_CODES.filter(
		(code) =>
			!successStatuses(root).includes(code) &&
			!(SENDS.has(root) && rowOf(code)?.says === 'blocked'),
	);

/**
 * Expects an error with the status and what to do.
 * @param about pattern of the message's end; empty if the error is about a batch
 */
export function expectExplained(
	error: NodeResult['error'],
	status: number,
	about = ' \\[item 0\\]',
): void {
	expect(error?.message ?? 'no error').toMatch(
		new RegExp(`\\(status ${status}\\)(; it is not known .*)?${about}$`),
	);
	expect(error?.description).toMatch(/^(?!.*undefined)./);
}
