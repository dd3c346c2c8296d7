import { checkSender } from '../values/checks';
import { phoneForms } from './phone';

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
