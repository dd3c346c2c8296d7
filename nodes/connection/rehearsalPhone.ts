import { InputError } from '../../gateway/values/checks';
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
	if (text === '') return undefined;
	try {
		return normalizePhone(text, { international: true });
	} catch (error) {
		throw new InputError(`${REHEARSAL_FIELD} ${(error as Error).message}`);
	}
}
