/**
 * How phones are written, and what only looks like one. People write separators as they like, so a number that begins with 0,
 * a plus or a country code may have them nearly anywhere. Without these, digits may be a date, an amount or a coordinate: then
 * separators must stand where those of a phone do.
 */

const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:19|20)\\d\\d';
const HOUR = '(?:[01]?\\d|2[0-3])';
const TIME = `${HOUR}\\.[0-5]\\d(?:\\.[0-5]\\d)?`;
/** Three parts of a date, in any order that people know. */
const dateWith = (separator: string, year: string) =>
	[
		[year, MONTH, DAY],
		[DAY, MONTH, year],
		[MONTH, DAY, year],
	].map((parts) => parts.join(separator));

/** Whole texts, unless a phone code comes first, and dates in longer texts. */
const OTHERS: readonly RegExp[] = [
	// A date, and one among other digits, such as a time.
	new RegExp(`^(?:${dateWith(' ', YEAR).join('|')})$`),
	new RegExp(`(?<!\\d)(?:${['\\.', '-'].flatMap((one) => dateWith(one, YEAR)).join('|')})(?!\\d)`),
	// A time at the end, such as that of a date or of a range.
	new RegExp(`[ -]${TIME}$`),
	...['\\.', '-'].map(
		(one) => new RegExp(`^(?:${dateWith(one, '\\d\\d').join('|')}) ${HOUR}[0-5]\\d$`),
	),
	// An IP address.
	/^(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/,
	// A latitude and a longitude.
	/^-?(?!0\d)\d{1,3}\.\d+[ -](?!0\d)\d{1,3}\.\d+$/,
	// A date and a time in digits alone: 20261126, 202611260830. Cell phones of Egypt begin with 201.
	/^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
	/^20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){1,2}$/,
];

/** Digits by which a phone begins, so that nothing else is written like it: a plus, 00, the 0 of an area, or Israel's code. */
const PHONE_CODE = /^-?(?:\+|0\d|0 |972)/;
const NEGATIVE = /^-(?!0\d|\+)/;
const ABROAD = /^(?:\+|00[ -]?[1-9])/;

/** The area of an Israeli number without its 0, and the sizes of the groups that its other seven digits are written in. */
const AREA = /^(?:[23489]|[57]\d)$/;
const GROUPS: ReadonlySet<string> = new Set(['7', '34', '43', '322', '232', '223']);

/** The most digits of a foreign number without a plus; longer ones are cards and the like. */
const MAX_DIGITS = 13;
/** An ISBN has a prefix that no country has. */
const ISBN = /^97[89]\d{10}$/;
/** Whether the only dot comes last, as in 1 234 567 890.50. */
const hasCents = (plain: string): boolean =>
	/\.\d\d?$/.test(plain) && /[ -]/.test(plain) && plain.split('.').length === 2;
const IN_THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;

/**
 * Whether a text is written like a phone. It may hold other characters than digits and separators all the same.
 * @param text with ASCII digits, and without marks that nobody sees
 */
export function isWrittenAsPhone(text: string): boolean {
	const plain = text
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/[\s()]+/g, ' ')
		.replace(/ ?([.-]) ?/g, '$1')
		.trim();
	if (NEGATIVE.test(plain)) return false;
	if (!ABROAD.test(plain) && OTHERS.some((other) => other.test(plain))) return false;
	const groups = plain.match(/\d+/g) ?? [];
	if (/^[+]?\d+\.\d+$/.test(plain)) return isNoDecimal(plain);
	if (PHONE_CODE.test(plain)) return !(ABROAD.test(plain) && hasCents(plain));
	const digits = groups.join('');
	const isSpelled = groups.every(({ length }) => length === 1);
	if (isSpelled) return true;
	if (digits.length > 9) return isWrittenAsForeign(plain, digits);
	const [area = '', ...rest] = groups;
	const sizes = rest.map(({ length }) => length).join('');
	return rest.length === 0 || (AREA.test(area) && GROUPS.has(sizes));
}

/** Whether a foreign number without a plus, or anything else with as many digits, is written like a phone. */
const isWrittenAsForeign = (plain: string, digits: string): boolean =>
	digits.length <= MAX_DIGITS &&
	!ISBN.test(digits) &&
	!hasCents(plain) &&
	// The check digit of an ISBN.
	!/[ .-]\d$/.test(plain) &&
	!IN_THOUSANDS.test(plain);

/** Whether the only dot of a number stands behind a code, as in 050.1234567 and +1.2125551234, and ends no amount. */
function isNoDecimal(plain: string): boolean {
	const [before = '', after = ''] = plain.split('.');
	if (before.startsWith('+')) return before.length <= 4 && before.length + after.length > 10;
	return /^(?:0\d|972)/.test(before) && after.length >= 3;
}
