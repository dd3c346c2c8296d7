import { normalizePhone } from '../../gateway/phones/phone';

/** How errors and notices name the field that turns on a rehearsal. */
export const REHEARSAL_FIELD = "'Send Everything to This Phone' in the credential";

/**
 * The rehearsal's phone; `undefined` without a rehearsal.
 * @throws InputError if it is no phone number
 */
export function rehearsalPhone({
	rehearsalPhone: written,
}: {
	rehearsalPhone?: unknown;
}): string | undefined {
	const text = String(written ?? '').trim();
	return text === '' ? undefined : normalizePhone(text, { international: true });
}
