import { checkSender } from '../values/checks';
import { normalizeIsraeliPhone, phoneForms } from './phone';

const NUMBER = /^[+\d(][\d\s().-]*$/;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * A number or name from a list or a message of the service, as a send takes it for its sender; undefined if no send can use it.
 * Keeps the spelling of a number except for signs: the service may accept only one spelling.
 * Source: specification, "Limits"; gateway-api, section 15, row 3.
 */
export function senderForm(written: string): string | undefined {
	const text = written.trim();
	try {
		return checkSender(NUMBER.test(text) ? digitsOf(text).replace(/^00/, '') : text);
	} catch {
		return undefined;
	}
}

/** Whether a typed text matches a sender: a part of its name, or of its number in any spelling. */
export function findsSender(sender: string, typed: string): boolean {
	const wanted = typed.trim().toLowerCase();
	if (sender.toLowerCase().includes(wanted)) return true;
	if (!NUMBER.test(wanted) || !/^\d+$/.test(sender)) return false;
	const forms = Object.values(phoneForms(sender)).map((form) => digitsOf(String(form)));
	return forms.some((form) => form.includes(digitsOf(wanted)));
}

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
