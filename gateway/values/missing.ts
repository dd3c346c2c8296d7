/**
 * Words count only without Latin letters or digits beside them: `nullify` and `Annan` do not match. Hebrew prefixes may
 * precede.
 */
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

/**
 * What tables and programs write for a missing value, where it is all that a place of a text holds. A sentence may contain
 * these words.
 */
const WHOLE = 'None|nan|NaT|<NA>|N/A|n/a|-?Infinity';
const IS_WHOLE = new RegExp(`^(?:\\s*(?:${WHOLE})(?=\\s|$))+\\s*$`);
const HAS_WHOLE = new RegExp(`(?<!${LETTER})(?:${WHOLE})(?!${LETTER})`, 'u');

/** Whether a text may have such a place. */
export const mayHaveMissing = (text: string): boolean =>
	HAS_WHOLE.test(text) || missingValuesIn(text).length > 0;

/** Whether all of a text stands for a missing value. */
export const isMissing = (text: string): boolean =>
	IS_WHOLE.test(text) || missingValuesIn(text).includes(text.trim());

/** Whether a name is none: a missing value, or the sentence of an error. */
export const isNoName = (name: string): boolean => isMissing(name) || /^\[?\w*error: /i.test(name);

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
