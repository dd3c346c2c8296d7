import { checkSender } from './checks';
import { phoneForms } from './phone';

const NUMBER = /^[+\d(][\d\s().-]*$/;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * A number or name, as the service writes it in a list or a message, in the form that a send takes as its sender: numbers keep
 * their spelling but for signs, since a service may know them in one only. Undefined for what no send can come from.
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

/** A number of the account in its other spelling as a sender, with a 0 or with 972; undefined for any other sender. */
export function otherSpelling(sender: string): string | undefined {
	const { shown, international } = phoneForms(sender);
	const spellings = [shown, international?.slice(1)];
	return spellings.includes(sender) ? spellings.find((each) => each !== sender) : undefined;
}

/** Whether what somebody typed finds a sender: a part of its name, or of its number in any spelling. */
export function findsSender(sender: string, typed: string): boolean {
	const wanted = typed.trim().toLowerCase();
	if (sender.toLowerCase().includes(wanted)) return true;
	if (!NUMBER.test(wanted) || !/^\d+$/.test(sender)) return false;
	const { key = '', international = '' } = phoneForms(sender);
	return [key, digitsOf(international)].some((form) => form.includes(digitsOf(wanted)));
}
