import { phoneKey } from './phone';

/**
 * The numbers of sample events. They fit the form of Israeli numbers and belong to nobody, because 057 is given to no operator
 * (libphonenumber's plan of Israel, which a test asks).
 */
export const SAMPLE_PHONE = '972570000001';
/** The number of the account in sample events. */
export const SAMPLE_INBOX = '0570000002';

const SAMPLES: ReadonlySet<string | undefined> = new Set(
	[SAMPLE_PHONE, SAMPLE_INBOX].map(phoneKey),
);

/** Whether a number, in any usual form, is that of a sample event: then nobody can be reached there. */
export const isSamplePhone = (phone: string | undefined): boolean =>
	phone !== undefined && SAMPLES.has(phoneKey(phone));
