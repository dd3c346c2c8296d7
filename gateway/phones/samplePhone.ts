import { phoneKey } from './phone';

/**
 * The phone of sample events. It looks Israeli and belongs to nobody: no operator has 057 (a test asks libphonenumber's plan).
 */
export const SAMPLE_PHONE = '972570000001';
export const SAMPLE_INBOX = '0570000002';

const SAMPLES: ReadonlySet<string | undefined> = new Set(
	[SAMPLE_PHONE, SAMPLE_INBOX].map(phoneKey),
);

/** Whether a number, in any spelling, is that of a sample event, which reaches nobody. */
export const isSamplePhone = (phone: string | undefined): boolean =>
	phone !== undefined && SAMPLES.has(phoneKey(phone));
