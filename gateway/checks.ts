import {
	MAX_CAMPAIGN_NAME_CHARACTERS,
	MAX_MESSAGE_CHARACTERS,
	MAX_SENDER_CHARACTERS,
	MAX_TEXT_CHARACTERS,
} from './limits';
import { standInsOf } from './missing';

/**
 * A value that the gateway would refuse, found before anything was sent.
 *
 * The message is a sentence without its subject and its final period, and says what to do. Callers add the display name
 * of the field in front and the item behind: `'Sender' has 12 characters; … [item 3]`.
 */
export class InputError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'InputError';
	}
}

/** A refused value for an error message, in quotes: its first 30 characters, enough to recognise it. */
export const quoted = (text: string): string => `"${text.slice(0, 30)}"`;

/**
 * A value as text, because an expression may give a number, or nothing (then the text is empty).
 * @throws InputError for objects and lists, which would otherwise reach people as "[object Object]"
 */
export function plainText(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
		throw new InputError('is not plain text but an object or a list; pick one of its fields');
	}
	return String(value);
}

/**
 * Format characters: nobody sees them, but they take a word or a link apart, or make a text read as another one (`1\u202E000`
 * as 0001, UAX #9). In the group are those that languages and emoji need: joiners, except between Latin letters; the marks that
 * put Hebrew and numbers in order; Arabic and Indic number signs; and the flags of regions. Source: Unicode, chapter 23.2.
 */
const FORMAT =
	/([\u200C\u200D](?<=[^\0-\x7F\p{Cf}].)|[\u061C\u200E\u200F]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]|\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F})|\p{Cf}/gu;

/** A text for people to read: nothing in it hides, and nothing turns its direction. */
export const readable = (text: string): string =>
	text.replace(FORMAT, (_, needed: string | undefined) => needed ?? '');

const CUT = `… [cut at ${MAX_TEXT_CHARACTERS} characters]`;

/** At most 10,000 characters of a text, the mark that it was cut included. */
export const cutToSize = (text: string): string =>
	text.length > MAX_TEXT_CHARACTERS
		? text.slice(0, MAX_TEXT_CHARACTERS - CUT.length).replace(/[\uD800-\uDBFF]$/, '') + CUT
		: text;

/**
 * A text of a stranger, to compare and to hand on: readable, without marks that only put its words in order on a screen, and cut
 * to size.
 */
export function heard(text: string): string {
	const cut = cutToSize(text);
	// Most texts are, and nothing in them hides.
	if (/^[\0-\x7F]*$/.test(cut)) return cut;
	return readable(cut).replace(/[\u061C\u200E\u200F]/g, '');
}

/**
 * A text that must not be blank, without surrounding spaces. `whatToDo` completes the error for a blank text.
 * @throws InputError
 */
export function requiredText(value: unknown, whatToDo = 'fill it in'): string {
	const text = plainText(value).trim();
	if (text === '') throw new InputError(`is empty; ${whatToDo}`);
	return text;
}

/**
 * The text unchanged.
 * @throws InputError for `{{`…`}}`: n8n leaves a field Fixed when somebody types fast, and people would get the braces
 */
export function checkFilledIn(text: string): string {
	const start = text.indexOf('{{');
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	if (end < 0) return text;
	throw new InputError(
		`contains ${quoted(text.slice(start, end + 2))}, which n8n has not filled in; drag the field in, or switch to Expression and write {{ $json.name }}; or take the braces out`,
	);
}

/**
 * The text without characters that turn its direction. In the error, `of` follows the number of characters and says what else
 * they include. Source: specification, "Limits".
 * @throws InputError for a blank text, and for more than 1005 characters. They are counted as UTF-16 code units, the most
 * careful way: 1005 are 15 UCS-2 segments of 67
 */
export function checkMessage(input: string | number, of = ''): string {
	const text = readable(plainText(input));
	if (text.trim() === '') throw new InputError('is empty; enter the text to send');
	if (text.length > MAX_MESSAGE_CHARACTERS) {
		throw new InputError(
			`has ${text.length} characters${of && ` ${of}`}; the service allows ${MAX_MESSAGE_CHARACTERS}`,
		);
	}
	return text;
}

/**
 * The text unchanged.
 * @throws InputError for a text that an expression made of a missing value
 */
export function checkNoneMissing(text: string): string {
	const [found] = standInsOf(text);
	if (found === undefined) return text;
	throw new InputError(
		`contains ${quoted(found)}, because a value is missing; check the fields in its expression`,
	);
}

/**
 * A name unchanged. Words in it are whoever wrote it's own; one that is nothing but a missing value is none.
 * @throws InputError
 */
export const checkNamed = (name: string): string =>
	standInsOf(name).includes(name) ? checkNoneMissing(name) : name;

/**
 * A value that must be one of `choices`, since an expression may give anything.
 * @throws InputError
 */
export function checkChoice(value: string | number, choices: readonly string[]): string {
	const text = plainText(value).trim();
	if (choices.includes(text)) return text;
	throw new InputError(`is ${quoted(text)}; use one of: ${choices.join(', ')}`);
}

/**
 * A boolean, which an expression may give as a text.
 * @throws InputError
 */
export function checkSwitch(value: unknown): boolean {
	const text = plainText(value).trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError(`is ${quoted(text)}; use true or false`);
}

const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;

/**
 * A whole number from `min` to `max`, both included; a text of digits is read as a number.
 * @throws InputError
 */
export function checkRange(value: number | string, min: number, max: number): number {
	const number = WHOLE_NUMBER.test(String(value).trim()) ? Number(value) : NaN;
	if (number >= min && number <= max) return number;
	throw new InputError(`is ${quoted(String(value))}; use a whole number from ${min} to ${max}`);
}

/** As many digits as a number holds exactly. */
const DIGITS = /^\d{1,15}$/;

/**
 * A whole number of at least `min` and up to 15 digits, or a text of digits. The gateway has no upper limit on record.
 * Source: specification, "addSub" (991).
 * @throws InputError
 */
export function checkWholeNumber(value: unknown, min: number): number {
	const text = String(value ?? '').trim();
	if (DIGITS.test(text) && Number(text) >= min) return Number(text);
	throw new InputError(`is ${quoted(text)}; use a whole number of at least ${min}`);
}

// Assumption: senders
// The specification allows digits and English letters; a sender with an inner space is approved and in use all the same
// (gateway-api, section 14, row 16).
const SENDER = /^[0-9A-Za-z](?:[0-9A-Za-z ]*[0-9A-Za-z])?$/;
// Assumption: longSenders
const WITH_COUNTRY_CODE = /^972\d{8,9}$/;

/**
 * The sender without surrounding spaces: up to 11 digits or English letters, or 972 and eight or nine digits. Source:
 * specification, "Limits"; gateway-api, section 15, row 3.
 * Only the gateway knows whether the sender is verified.
 * @throws InputError
 */
export function checkSender(text: string | number): string {
	const sender = requiredText(text, 'enter a verified sender');
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

/**
 * The name of a campaign without surrounding spaces, 1 to 50 characters (UTF-16 code units).
 * Source: specification, "Limits".
 * @throws InputError
 */
export function checkCampaignName(text: string | number): string {
	const name = requiredText(text, 'enter a campaign name');
	if (name.length > MAX_CAMPAIGN_NAME_CHARACTERS) {
		throw new InputError(
			`has ${name.length} characters; the service allows ${MAX_CAMPAIGN_NAME_CHARACTERS}`,
		);
	}
	return checkNamed(name);
}

/**
 * Takes the place of an external id in dlrByDate, which then filters nothing. A message with this id could not be looked up.
 * Source: specification, "dlrByDate".
 */
export const NO_ID = 'null';

// Assumption: externalIds
/**
 * The customer's own id of a message, without surrounding spaces; empty when no reports are wanted. No limit on its
 * length is on record. Source: specification, "Message destination", "dlrByDate".
 * @throws InputError
 */
export function checkExternalId(text: string | number): string {
	const id = plainText(text).trim();
	if (id.toLowerCase() === NO_ID) {
		throw new InputError('is "null", which the service reads as no ID; choose another ID');
	}
	return checkNoneMissing(id);
}
