import { normalizeIsraeliPhone } from '../phones/phone';

/**
 * A number to verify as a sender, in the form `0501234567` or `031234567`. Source: specification, "verify_phone".
 * @throws InputError
 */
export const checkVerifiable = (input: string | number): string =>
	normalizeIsraeliPhone(input, 'only Israeli mobile and landline numbers can be verified');

export type LineType = 'mobile' | 'landline';

/** Decides how a number is verified. Only mobile numbers begin with 05. */
export const lineType = (number: string): LineType =>
	number.startsWith('05') ? 'mobile' : 'landline';
