/**
 * What is written like a phone, and what only looks like one. After a 0, a plus or a country code, people put separators nearly
 * anywhere. Other digits may be a date, an amount or a coordinate: there, separators must stand where a phone has them.
 */

const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:19|20)\\d\\d';
const HOUR = '(?:[01]?\\d|2[0-3])';
const TIME = `${HOUR}\\.[0-5]\\d(?:\\.[0-5]\\d)?`;
const dateWith = (separator: string, year: string) =>
	[
		[year, MONTH, DAY],
		[DAY, MONTH, year],
		[MONTH, DAY, year],
	].map((parts) => parts.join(separator));

/** Texts that are no phones, unless they begin with a phone code, and dates inside longer texts. */
const OTHERS: readonly RegExp[] = [
	// A whole date, and a date among other digits, such as a time.
	new RegExp(`^(?:${dateWith(' ', YEAR).join('|')})$`),
	new RegExp(`(?<!\\d)(?:${['\\.', '-'].flatMap((one) => dateWith(one, YEAR)).join('|')})(?!\\d)`),
	// A time at the end, as in a date or a range.
	new RegExp(`[ -]${TIME}$`),
	...['\\.', '-'].map(
		(one) => new RegExp(`^(?:${dateWith(one, '\\d\\d').join('|')}) ${HOUR}[0-5]\\d$`),
	),
	/^(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/,
	/^-?(?!0\d)\d{1,3}\.\d+[ -](?!0\d)\d{1,3}\.\d+$/,
	// A date and a time in digits only: 20261126, 202611260830. Egyptian mobile numbers begin with 201, which this leaves alone.
	/^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
	/^20[2-9]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){1,2}$/,
];

/** The beginnings that only phones have: a plus, 00, an area's 0, or Israel's 972. */
const PHONE_CODE = /^-?(?:\+|0\d|0 |972)/;
const NEGATIVE = /^-(?!0\d|\+)/;
const ABROAD = /^(?:\+|00[ -]?[1-9])/;

/** An Israeli area code without its 0, and how people group the seven digits after it. */
const AREA = /^(?:[23489]|[57]\d)$/;
const GROUPS: ReadonlySet<string> = new Set(['7', '34', '43', '322', '232', '223']);

/** Digits of a foreign number without a plus; longer ones are credit cards and the like. */
const MAX_DIGITS = 13;
/** The ISBN prefixes 978 and 979 are no country codes. */
const ISBN = /^97[89]\d{10}$/;
/** The only dot precedes the last one or two digits, as in 1 234 567 890.50. */
const CENTS = /^[^.]*\.\d\d?$/;
const IN_THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;

/**
 * Whether a text is written like a phone. Does not check that all characters are digits or separators.
 * @param text with ASCII digits, and without invisible marks
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
	if (PHONE_CODE.test(plain)) return !(ABROAD.test(plain) && CENTS.test(plain));
	const digits = groups.join('');
	const isSpelled = groups.every(({ length }) => length === 1);
	if (isSpelled) return true;
	if (digits.length > 9) return isWrittenAsForeign(plain, digits);
	const [area = '', ...rest] = groups;
	const sizes = rest.map(({ length }) => length).join('');
	return rest.length === 0 || (AREA.test(area) && GROUPS.has(sizes));
}

/** A plus in front belongs to a country's code. */
const DIGIT_GROUPS = /^(?!\+)[\d\s()+.\-\u2010-\u2015\u2212]+$/;
/** Norwegians write their mobile numbers like this. */
const NORWEGIAN = /^47\D+[49]\d\d\D+\d\d\D+\d{3}$/;
const AREA_WITH_ZERO = /^0(?:[57]\d|[23489])$/;

/**
 * An Israeli number as it was meant, if its groups are written backwards, as in the cells of right-to-left sheets:
 * `4567-123-050`, `1234567-50-972`. Otherwise the digits may be a stranger's abroad. undefined for other texts.
 */
export function writtenBackwards(text: string): string | undefined {
	const groups = text.match(/\d+/g) ?? [];
	const turned = [...groups].reverse();
	const [first = '', second = '', ...others] = turned;
	const isWithCode = first === '972' && AREA.test(second.replace(/^0/, ''));
	if (!DIGIT_GROUPS.test(text) || !(isWithCode || AREA_WITH_ZERO.test(first))) return undefined;
	const rest = isWithCode ? others : [second, ...others];
	const sizesOf = (all: string[]) => all.map(({ length }) => length).join('');
	const isNumber = GROUPS.has(sizesOf(rest)) && !NORWEGIAN.test(text);
	const [area = '', ...after] = groups;
	const isForwards = AREA_WITH_ZERO.test(area) || (AREA.test(area) && GROUPS.has(sizesOf(after)));
	return isNumber && !isForwards ? turned.join('-') : undefined;
}

/** Whether ten digits or more, without a plus, are written like a foreign phone. */
const isWrittenAsForeign = (plain: string, digits: string): boolean =>
	digits.length <= MAX_DIGITS &&
	!ISBN.test(digits) &&
	!CENTS.test(plain) &&
	// An ISBN ends in a separate check digit.
	!/[ .-]\d$/.test(plain) &&
	!IN_THOUSANDS.test(plain);

/** Whether the only dot follows a phone code, as in 050.1234567 and +1.2125551234, and not the units of an amount. */
const isNoDecimal = (plain: string): boolean =>
	(/^\+\d{1,3}\./.test(plain) && plain.length > 11) || /^(?:0\d|972)\d*\.\d{3}/.test(plain);
