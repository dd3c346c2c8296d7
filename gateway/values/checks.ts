import {
	MAX_CAMPAIGN_NAME_CHARACTERS,
	MAX_FIELD_CHARACTERS,
	MAX_MESSAGE_CHARACTERS,
	MAX_TEXT_CHARACTERS,
} from './limits';

/**
 * A value that the gateway would refuse. The message has neither a subject nor a final period, and says what to do. Callers put
 * the field's name in front and the item behind: `'Sender' has 12 characters; … [item 3]`.
 */
export class InputError extends Error {
	override name = 'InputError';
}

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

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

/** With ASCII digits for Arabic, Persian and full-width ones: the last four bits of their code points are the digit. */
export const asciiDigits = (text: string): string =>
	text.replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) =>
		String(digit.charCodeAt(0) & 0xf),
	);

/** Removes invisible characters that split words or reverse the text. */
export const readable = (text: string): string => text.replace(FORMAT, '$1');

/** The same without the marks that order Hebrew and numbers. */
export const withoutMarks = (text: string): string =>
	readable(text).replace(/[\u061C\u200E\u200F]/g, '');

/** The first characters of a text, without half an emoji. */
export const beginning = (text: string, length: number): string =>
	text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

const CUT = `… [cut at ${MAX_TEXT_CHARACTERS} characters]`;

/** Cuts a text to 10,000 characters, including the mark that says so. */
export const cutToSize = (text: string): string =>
	text.length > MAX_TEXT_CHARACTERS
		? beginning(text, MAX_TEXT_CHARACTERS - CUT.length) + CUT
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

/** The names of n8n's fields, as nobody else writes them, and the rest of the path: `order-$json.id`. */
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
	const [field] = FIELD_OF_N8N.exec(text) ?? [];
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
 * @throws InputError for a blank text and for more than 1005 UTF-16 code units, the strictest count: 15 UCS-2 segments of 67
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

/** Words for a missing value count only without Latin letters or digits beside them. Hebrew prefixes may precede. */
const LETTER = '[\\p{Script=Latin}\\p{Nd}]';
const word = (words: string) => `(?<!${LETTER})(?:${words})(?!${LETTER})`;

/** What programs write for a missing or impossible value. */
const OF_PROGRAMS = [
	word('undefined|null(?! and void)|NULL|NaN'),
	'\\[object [A-Z]\\w*\\]',
	word('Invalid (?:DateTime|[Dd]ate|Duration|Interval)'),
];

/** What spreadsheet cells show for an error. Source: the help of Google Sheets and Excel, errors of formulas. */
const OF_SHEETS = [
	'#(?:N/A|NAME\\?|GETTING_DATA)',
	'#(?:REF|VALUE|ERROR|DIV/0|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN)!',
	`(?<!${LETTER})Loading(?:\\.\\.\\.|…)`,
];

const MISSING_VALUES = new RegExp(`${[...OF_PROGRAMS, ...OF_SHEETS].join('|')}`, 'gu');

/** What tables and programs write for a missing value. A sentence may contain these words. */
const WHOLE = 'None|nan|NaT|<NA>|N/A|n/a|-?Infinity';
const IS_WHOLE = new RegExp(`^(?:\\s*(?:${WHOLE})(?=\\s|$))+\\s*$`);
const HAS_WHOLE = new RegExp(`(?<!${LETTER})(?:${WHOLE})(?!${LETTER})`, 'u');

/** Whether a text may have such a place. */
export const mayHaveMissing = (text: string): boolean =>
	HAS_WHOLE.test(text) || missingValuesIn(text).length > 0;

/** Whether all of a text stands for a missing value. */
export const isMissing = (text: string): boolean =>
	IS_WHOLE.test(text) || missingValuesIn(text).includes(text.trim());

/** What people, forms and sheets write for a number that they do not have. */
const NO_NUMBER =
	/^(?:none|nan|nat|nil|n[/ ]?a|null|unknown|undefined|empty|blank|missing|tbd|error|true|false|no value|not (?:available|set|known)|ללא|אין|ריק|חסר|(?:אין|ללא) מספר|לא (?:ידוע|צוין|רלוונטי)|لا يوجد|غير معروف)$/i;
const PLACE = /\{[\p{L}_$][\p{L}\p{N}_.]{0,29}\}/u;

/** Whether a key is none: items without a number would share it. */
export function isNoKey(key: string): boolean {
	const bare = key.replace(/[\s"'()<>[\].,]+/g, ' ').trim();
	return isMissing(key) || NO_NUMBER.test(bare) || PLACE.test(key);
}

/** A separator with nothing beside it. */
const GAP = /^[-_:]|[-_:#/]$|[-_]{2}/;
const ENDS_IN_NONE = new RegExp(`[-_: ](?:${WHOLE})$`);

/** Whether a key that an expression makes lacks its number: `order-`, `order-None`. */
export const lacksNumber = (key: string): boolean =>
	ENDS_IN_NONE.test(key) || (GAP.test(key) && !/\p{N}/u.test(key));

/** In a link, `%20` is a blank. */
const ESCAPED = /%[\dA-F]{2}/gi;

/** Everything in a text that stands for a missing value, in order. */
export const missingValuesIn = (text: string): string[] =>
	text.replace(ESCAPED, ' ').match(MISSING_VALUES) ?? [];

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

/** A name unchanged. It may contain a word such as `null`, but must not be one, or the sentence of an error. */
export function checkNamed(name: string): string {
	if (isMissing(name) || /^\[?\w*error: /i.test(name)) throw missing(name);
	return name;
}

/** Reads one of some choices: an expression may give any value. */
export function oneOf(choices: readonly string[], value: string | number): string {
	const text = plainText(value).trim();
	if (choices.includes(text)) return text;
	throw new InputError(`is ${quoted(text)}; use one of: ${choices.join(', ')}`);
}

/** A boolean, or `true` or `false` as text, which an expression may give. */
export function checkSwitch(value: unknown): boolean {
	const text = plainText(value).trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError(`is ${quoted(text)}; use true or false`);
}

/** Whether a switch is on, as an event reads it: a value that is none turns no filter off. */
export const isOn = (value: unknown): boolean => !/^(?:false|)$/i.test(String(value ?? '').trim());

/** JavaScript holds 15 digits exactly. */
const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;

/**
 * A whole number from `min` to `max`, both included. Accepts digits as text. Source: specification, "addSub" (991).
 * @throws InputError
 */
export function checkRange(value: unknown, min: number, max = Infinity): number {
	const text = plainText(value).trim();
	const number = WHOLE_NUMBER.test(text) ? Number(text) : NaN;
	if (number >= min && number <= max) return number;
	const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
	throw new InputError(`is ${quoted(text)}; use a whole number ${range}`);
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

/** dlrByDate takes this text for "no external ID", so no message may have it. Source: specification, "dlrByDate". */
export const NO_ID = 'null';

// Assumption: externalIds
/**
 * The customer's own ID of a message, without surrounding spaces. Empty means: no delivery reports. Source: specification,
 * "Message destination", "dlrByDate".
 */
export function checkExternalId(text: string | number): string {
	const id = plainText(text).trim();
	if (id.toLowerCase() === NO_ID) {
		throw new InputError('is "null", which the service reads as no ID; choose another ID');
	}
	return checkNoneMissing(id);
}

/** The texts of a value, at any depth. */
export const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
