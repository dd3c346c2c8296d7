import { normalizePhone } from '../../gateway/phone';

/** The field of the credential that turns a rehearsal on. */
export const REHEARSAL_FIELD = "'Send Everything to This Phone' in the credential";

/**
 * The phone that everything goes to; `undefined` when this is no rehearsal.
 * @throws InputError for anything but a phone number
 */
export function rehearsalPhone({
	rehearsalPhone: written,
}: {
	rehearsalPhone?: unknown;
}): string | undefined {
	const text = String(written ?? '').trim();
	return text === '' ? undefined : normalizePhone(text, { international: true });
}
