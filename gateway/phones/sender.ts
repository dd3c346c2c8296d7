import { checkNamed, InputError, plainText, requiredText } from '../values/checks';
import { MAX_SENDER_CHARACTERS } from '../values/limits';
import { normalizeIsraeliPhone, phoneForms } from './phone';

// Assumption: senders
// The specification allows digits and English letters only. The service also approved a sender with a space
// (gateway-api, section 14, row 16).
const SENDER = /^[0-9A-Za-z](?:[0-9A-Za-z ]*[0-9A-Za-z])?$/;
// Assumption: longSenders
const WITH_COUNTRY_CODE = /^972\d{8,9}$/;

/**
 * The sender without surrounding spaces: up to 11 digits or English letters, or 972 and 8 or 9 digits. Only the gateway knows
 * whether it is verified. Source: specification, "Limits"; gateway-api, section 15, row 3.
 * @throws InputError
 */
export function checkSender(text: string | number): string {
	const written = plainText(text);
	// People copy invisible marks along with a name or number. Longer texts are no sender anyway.
	const isShort = written.length < 5 * MAX_SENDER_CHARACTERS;
	const sender = requiredText(
		isShort ? written.replace(/\p{Cf}/gu, '') : written,
		'enter a verified sender',
	);
	if (sender.startsWith('+')) {
		throw new InputError('starts with "+"; enter the number without it, e.g. 0501234567');
	}
	if (sender.length > MAX_SENDER_CHARACTERS && !WITH_COUNTRY_CODE.test(sender)) {
		throw new InputError(
			`has ${sender.length} characters; the service allows ${MAX_SENDER_CHARACTERS}`,
		);
	}
	if (!SENDER.test(sender)) {
		throw new InputError('has characters other than digits and English letters; use only these');
	}
	return checkNamed(sender);
}

/** Whether people can text back: a sender in letters receives nothing. */
export const canBeRepliedTo = (sender: string): boolean => /^\d+$/.test(sender);

const NUMBER = /^[+\d(][\d\s().-]*$/;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * A number or name from a list or a message of the service, as a send takes it for its sender; undefined if no send can use it.
 * Keeps the spelling of a number except for signs: the service may accept only one.
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
