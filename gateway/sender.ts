import { InputError } from './inputError';
import { MAX_SENDER_CHARACTERS } from './limits';
import { requiredText } from './requiredText';

// The specification allows digits and English letters; a sender with an inner space is approved and in use all the same
// (gateway-api, section 14, row 16).
const SENDER = /^[0-9A-Za-z](?:[0-9A-Za-z ]*[0-9A-Za-z])?$/;

/**
 * The sender without surrounding spaces: up to 11 digits or English letters. Source: specification, "Limits".
 * Whether it is verified only the gateway knows.
 * @throws InputError
 */
export function checkSender(text: string | number): string {
	const sender = requiredText(text, 'enter a verified sender');
	if (sender.startsWith('+')) {
		throw new InputError('starts with "+"; enter the number without it, e.g. 0501234567');
	}
	if (sender.length > MAX_SENDER_CHARACTERS) {
		throw new InputError(
			`has ${sender.length} characters; the gateway allows ${MAX_SENDER_CHARACTERS}`,
		);
	}
	if (!SENDER.test(sender)) {
		throw new InputError('has characters other than digits and English letters; use only these');
	}
	return sender;
}

/** Whether people can text back: a sender in letters receives nothing. */
export const canBeRepliedTo = (sender: string): boolean => /^\d+$/.test(sender);
