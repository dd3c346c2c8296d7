import {
	MAX_CAMPAIGN_NAME_CHARACTERS,
	MAX_FIELD_CHARACTERS,
	MAX_MESSAGE_CHARACTERS,
	MAX_TEXT_CHARACTERS,
} from './limits';
import { isNoName, missingValuesIn } from './missing';

/**
 * A value that the gateway would refuse, found before anything was sent. The message has neither a subject nor a final period,
 * and says what to do. Callers put the field's name in front and the item behind: `'Sender' has 12 characters; … [item 3]`.
 */
export class InputError extends Error {
	override name = 'InputError';
}

/** The first 30 characters of a refused value, in quotes, for an error message. */
export const quoted = (text: string): string => `"${text.slice(0, 30)}"`;

/**
 * A value as text. An expression may give a number, or nothing (empty text).
 * @throws InputError for objects and lists, which people would read as "[object Object]"
 */
export function plainText(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
		throw new InputError('is not plain text but an object or a list; pick one of its fields');
	}
	return String(value);
}

/**
 * Invisible format characters. They split words and links, or reverse a text: `1\u202E000` reads as 0001 (UAX #9).
 * The group matches those that languages and emoji need: joiners (except between Latin letters), marks that order Hebrew
 * and numbers, Arabic and Indic number signs, and regional flags. Source: Unicode, chapter 23.2.
 */
const FORMAT =
	/([\u200C\u200D](?<=[^\0-\x7F\p{Cf}].)|[\u061C\u200E\u200F]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]|\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F})|\p{Cf}/gu;

/** A character that people see. Also fillers of Hangul and Braille's blank are invisible. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Removes invisible characters that split words or reverse the text. */
export const readable = (text: string): string => text.replace(FORMAT, '$1');

const CUT = `… [cut at ${MAX_TEXT_CHARACTERS} characters]`;

/** Cuts a text to 10,000 characters, including the mark that says so. */
export const cutToSize = (text: string): string =>
	text.length > MAX_TEXT_CHARACTERS
		? text.slice(0, MAX_TEXT_CHARACTERS - CUT.length).replace(/[\uD800-\uDBFF]$/, '') + CUT
		: text;

/**
 * A text without surrounding spaces. `whatToDo` completes the error for a blank text.
 * @throws InputError for a blank text
 */
export function requiredText(value: unknown, whatToDo = 'fill it in'): string {
	const text = plainText(value).trim();
	if (text === '') throw new InputError(`is empty; ${whatToDo}`);
	return text;
}

/**
 * The names of n8n's fields, as nobody else writes them, and the rest of the path. `$json` stands outside of braces in
 * `{{ 'order-${$json.id}' }}` and `order-$json.id`.
 */
const FIELD_OF_N8N =
	/\$(?:(?:json|itemIndex|runIndex)\b|(?:node|items?|vars|env|parameter)(?=\[)|(?:vars|env|prevNode|parameter|binary)(?=\.[A-Za-z_])|node(?=\.\w+\.(?:json|data)\b)|items?(?=\((?:["'`\d]|\)))|fromAI(?=\()|input(?=\.(?:item|first|last|all)\b)|(?:execution|workflow)(?=\.(?:id|name|resumeUrl)\b)|(?:now|today)(?=\.\w+\()|\(["'`“‘][^"'`”’\n]{1,80}["'`”’]\))(?:\??\.[\p{L}_$][\p{L}\p{N}_$]*|\??\.?\[[^\][\n]{1,80}\]|\(\))*/iu;

/**
 * The text unchanged, before anything searches it.
 * @throws InputError for a text that is longer than any field takes, such as a file by mistake
 */
export function checkSize(text: string): string {
	if (text.length <= MAX_FIELD_CHARACTERS) return text;
	throw new InputError(
		`has ${text.length.toLocaleString('en-US')} characters, more than any field takes; check what fills it in`,
	);
}

/**
 * The text unchanged.
 * @throws InputError for `{{`…`}}` and for `$json.name`: n8n leaves a field Fixed when somebody types fast, and fills in nothing
 * outside of braces, so people would receive the code
 */
export function checkFilledIn(text: string): string {
	const start = text.indexOf('{{');
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	if (end >= 0) {
		throw new InputError(
			`contains ${quoted(text.slice(start, end + 2))}, which n8n has not filled in; drag the field in, or switch to Expression and write {{ $json.name }}; or take the braces out`,
		);
	}
	const [field] = text.includes('$') ? (FIELD_OF_N8N.exec(text) ?? []) : [];
	if (field === undefined) return text;
	throw new InputError(
		`contains ${quoted(field)}, which n8n has not filled in; drag the field in, or switch to Expression and write {{ ${field.slice(0, 80)} }}, outside of quotes and other braces`,
	);
}

/**
 * A text of a message, or for its contact fields, without invisible characters.
 * @throws InputError for more than 10,000 characters, seen or not: a stranger's megabytes take long to search
 */
export function readableText(value: unknown): string {
	const text = plainText(value);
	if (text.length <= MAX_TEXT_CHARACTERS) return readable(text);
	throw new InputError(
		`has ${text.length} characters; the service allows ${MAX_MESSAGE_CHARACTERS} in a message`,
	);
}

/**
 * The text without invisible characters that reverse it. `of` says in the error what the count includes. Source: specification,
 * "Limits".
 * @throws InputError for a blank text and for more than 1005 characters. UTF-16 code units are the strictest count: 1005 are
 * 15 UCS-2 segments of 67
 */
export function checkMessage(input: string | number, of = ''): string {
	const text = readableText(input);
	if (!VISIBLE.test(text)) throw new InputError('is empty; enter the text to send');
	if (text.length > MAX_MESSAGE_CHARACTERS) {
		throw new InputError(
			`has ${text.length} characters${of && ` ${of}`}; the service allows ${MAX_MESSAGE_CHARACTERS}`,
		);
	}
	return text;
}

/**
 * The text unchanged.
 * @throws InputError for `undefined`, `#REF!` and the like, which an expression or a sheet writes for a missing value
 */
export function checkNoneMissing(text: string): string {
	const [found] = missingValuesIn(text);
	if (found !== undefined) throw missing(found);
	return text;
}

const missing = (found: string) =>
	new InputError(
		`contains ${quoted(found)}, because a value is missing; check the fields in its expression`,
	);

/**
 * A name unchanged. It may contain a word such as `null`, but must not consist of it.
 * @throws InputError
 */
export function checkNamed(name: string): string {
	if (isNoName(name)) throw missing(name);
	return name;
}

/**
 * A value that must be one of `choices`: an expression may give any.
 * @throws InputError
 */
export function checkChoice(value: string | number, choices: readonly string[]): string {
	const text = plainText(value).trim();
	if (choices.includes(text)) return text;
	throw new InputError(`is ${quoted(text)}; use one of: ${choices.join(', ')}`);
}

/**
 * A boolean, or `true` or `false` as text, which an expression may give.
 * @throws InputError
 */
export function checkSwitch(value: unknown): boolean {
	const text = plainText(value).trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError(`is ${quoted(text)}; use true or false`);
}

/** Whether a switch is on, as an event reads it: a value that is none turns no filter off. */
export const isOn = (value: unknown): boolean => !/^(?:false|)$/i.test(String(value ?? '').trim());

const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;

/**
 * A whole number from `min` to `max`, both included. Accepts digits as text.
 * @throws InputError
 */
export function checkRange(value: number | string, min: number, max: number): number {
	const text = plainText(value).trim();
	const number = WHOLE_NUMBER.test(text) ? Number(text) : NaN;
	if (number >= min && number <= max) return number;
	throw new InputError(`is ${quoted(text)}; use a whole number from ${min} to ${max}`);
}

/** JavaScript holds 15 digits exactly. */
const DIGITS = /^\d{1,15}$/;

/**
 * A whole number of at least `min` and up to 15 digits; accepts text. The gateway names no upper limit.
 * Source: specification, "addSub" (991).
 * @throws InputError
 */
export function checkWholeNumber(value: unknown, min: number): number {
	const text = plainText(value).trim();
	if (DIGITS.test(text) && Number(text) >= min) return Number(text);
	throw new InputError(`is ${quoted(text)}; use a whole number of at least ${min}`);
}

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
 * dlrByDate takes this text for "no external ID" and filters nothing. So no message may have it as its ID. Source:
 * specification, "dlrByDate".
 */
export const NO_ID = 'null';

// Assumption: externalIds
/**
 * The customer's own ID of a message, without surrounding spaces. Empty means: no delivery reports. No limit on its length is
 * on record. Source: specification, "Message destination", "dlrByDate".
 * @throws InputError
 */
export function checkExternalId(text: string | number): string {
	const id = plainText(text).trim();
	if (id.toLowerCase() === NO_ID) {
		throw new InputError('is "null", which the service reads as no ID; choose another ID');
	}
	return checkNoneMissing(id);
}

export const LINKS = /\b(?:https?:\/\/|www\.)\S+/gi;

/** How chats, mails and models put a link in brackets. */
const IN_BRACKETS = /^(?:<([^\s|]+)(?:\|[^>]*)?>|\((\S+)\)|"(\S+)"|\[[^\]]*\]\((\S+)\))$/;
/** Not cut short, as in `https://shop.example/lo…`. */
const LINK = /^https?:\/\/[^\s/?#.,<>[\]]+\.[^\s/?#.,<>[\]][^\s<>]*(?<!…|\.\.\.|")$/i;
const ANOTHER = /[,;|\p{L}\p{N}]https?:\/\//iu;

/**
 * A link that people can open, without invisible marks and brackets; empty for an empty value.
 * @throws InputError
 */
export function checkLink(value: unknown): string {
	const written = plainText(value).trim();
	const plain =
		written.length > 5000
			? written
			: readable(written)
					.replace(/[\u061C\u200E\u200F]/g, '')
					.trim();
	const link = IN_BRACKETS.exec(plain)?.slice(1).find(Boolean) ?? plain;
	if (link === '' || (LINK.test(link) && !ANOTHER.test(link))) return link;
	throw new InputError(
		`has the link ${quoted(written)}, which nobody can open; write one whole address, such as https://example.com/offer`,
	);
}
