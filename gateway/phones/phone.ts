import { asciiDigits, InputError, quoted, requiredText } from '../values/checks';

// Assumption: phones
/** The upper limit is ITU-T E.164's, the lower one the shortest number that a person can have. */
const MIN_DIGITS = 7;
export const MAX_DIGITS = 15;
/** Characters of a number as written. Our own limit: a stranger's text may have megabytes, which would take seconds to read. */
const MAX_WRITTEN = 100;

const ISRAEL = '972';

const SEPARATORS = /[\s()\-.]/g;
/** Invisible marks of Hebrew texts, which people copy along with a number. */
const MARKS = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF]/g;
const DASHES = /[\u2010-\u2015\u2212\u05BE]/g;

const NUMBER_WITH_PLUS = /^\+?\d+$/;
/** Decimals that a spreadsheet adds to a number. After fewer than nine digits, `.00` may be the number's end. */
const DECIMALS = /^\+?\d{7,}\.0$|^\+?\d{9,}\.00$/;
/** Of a number that is none. */
const DECIMAL = /^\+?\d{7,}\.\d$|^\+?\d{9,}\.\d\d$/;
/** The 0 in "+44 (0)20 …". In Italy, San Marino, Ivory Coast, Benin and Congo it is a part of the number. */
const NATIONAL_ZERO = /^((?:\+|00)?(?!(?:39|378|225|229|242)\b)[1-9]\d{0,2})[\s-]*\(\s*0\s*\)/;

/** With ASCII digits, dashes and plus, and without invisible marks; empty if it is too long for a number. */
const plainNumber = (text: string): string =>
	text.length > MAX_WRITTEN
		? ''
		: asciiDigits(text.replace(MARKS, '')).replaceAll('\uFF0B', '+').replace(DASHES, '-').trim();

/** An Israeli area code and how people group the seven digits after it, joined by dashes. */
const IN_GROUPS =
	/^(?:972-)?0?(?:[23489]|[57]\d)-(?:\d{7}|\d{3}-\d{4}|\d{4}-\d{3}|\d{3}-\d\d-\d\d|\d\d-\d{3}-\d\d|\d\d-\d\d-\d{3})$/;
/** The beginnings that only phones have: an area's 0, or Israel's 972. */
const PHONE_CODE = /^[-\s(]*(?:0[\d\s)]|972)/;
/** A date, alone or with a time, also of digits alone, and dates and times of two digits with dots. */
const DATE =
	/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\s?\d{4,6})?$|(?<!\d)(?:\d{4}([.-]) ?\d\d?\1 ?\d\d?|\d\d?([.-]) ?\d\d?\2 ?\d{4})(?!\d)|^\d\d?[.]\d\d?(?:[ .-]\d\d?)*$/;
/** A decimal, and an address of the internet. */
const NO_PHONE = /^\(?\d+\.\d+\)?$|^(?:\d{1,3}\.){3}\d{1,3}$/;
const ISBN = /^97[89]\d{10}$/;
/** Digits of a foreign number without a plus; longer ones are credit cards and the like. */
const MAX_BARE_DIGITS = 13;

/** Whether a text is written like a phone. Digits without a plus, an area's 0 or 972 may be a date or a decimal. */
function isWrittenAsPhone(plain: string): boolean {
	if (/^(?:\+|00)/.test(plain)) return true;
	if (DATE.test(plain)) return false;
	if (PHONE_CODE.test(plain)) return true;
	if (!/^[\d(]/.test(plain) || NO_PHONE.test(plain)) return false;
	const groups = plain.match(/\d+/g) ?? [];
	const digits = groups.join('');
	if (digits.length > 9) return digits.length <= MAX_BARE_DIGITS && !ISBN.test(digits);
	return groups.length === 1 || IN_GROUPS.test(groups.join('-'));
}

/** The digits of a number, with its plus; empty if it is not written like a phone. */
function compact(text: string): string {
	const written = plainNumber(text);
	const joined = written.replace(/[\s()-]/g, '');
	const isRead = DECIMALS.test(joined);
	if (!isRead && DECIMAL.test(joined)) return '';
	const plain = (isRead ? written.replace(/\.0+$/, '') : written).replace(NATIONAL_ZERO, '$1 ');
	return isWrittenAsPhone(plain) ? plain.replace(SEPARATORS, '') : '';
}

interface ReadNumber {
	/** Digits with the leading 0 for Israel, with the country code otherwise. */
	digits: string;
	country: 'israel' | 'other';
}

/** Israel's numbering plan. Source: the Ministry of Communications. */
const OF_ISRAEL = /^(05\d{8}|07\d{8}|0[23489]\d{7})$/;
/** They can send messages but not receive them. */
const OF_A_COMPANY = /^1(?:599|700|80[019]|9\d\d)\d{6}$/;

function readNumber(compacted: string): ReadNumber | undefined {
	if (!NUMBER_WITH_PLUS.test(compacted)) return undefined;
	const plus = compacted.startsWith('+');
	const abroad = plus || compacted.startsWith('00');
	const digits = plus ? compacted.slice(1).replace(/^00/, '') : compacted.replace(/^00/, '');
	// "+972 (0)50 …" keeps the 0 of the national form.
	const afterIsrael = digits.slice(ISRAEL.length).replace(/^0/, '');
	const israeli = digits.startsWith(ISRAEL) && (abroad || afterIsrael.length >= 8);
	if (israeli) return { digits: `0${afterIsrael}`, country: 'israel' };
	if (abroad) return { digits, country: 'other' };
	if (digits.startsWith('0') || OF_A_COMPANY.test(digits)) return { digits, country: 'israel' };
	return digits.length < 10
		? { digits: `0${digits}`, country: 'israel' }
		: { digits, country: 'other' };
}

/** Whether the length is possible. The leading 0 is a dialling prefix and does not count. */
function isPlausible({ digits, country }: ReadNumber): boolean {
	const significant = country === 'israel' ? digits.length - 1 : digits.length;
	const enough = significant >= MIN_DIGITS && digits.length <= MAX_DIGITS;
	return enough && !(country === 'other' && digits.startsWith('0'));
}

/**
 * A destination as we send it: `0501234567` for Israeli numbers, digits with the country code for others. Israeli numbers must fit
 * the numbering plan, which is stricter than the documentation; foreign ones have 7 to 15 digits.
 * Source: specification, "Destination phone format"; gateway-api, section 1, "Phone numbers".
 * @throws InputError if it is no phone number or a company's, or if it is foreign and `international` is not set
 */
export function normalizePhone(
	input: string | number,
	options: { international?: boolean } = {},
): string {
	return readPhone(input, options.international === true ? FOREIGN_TOO : UNLESS_ALLOWED);
}

/** What the errors of a field say: `advice` about a number outside Israel's plan, and why it refuses foreign numbers. */
const FOREIGN_TOO = { advice: '; write a foreign one with + and its country code' };
const UNLESS_ALLOWED = {
	advice: `${FOREIGN_TOO.advice}, and add 'Allow International Numbers'`,
	refusal: "if it is right, add the option 'Allow International Numbers'",
};

/** Separators between two numbers, which no single number contains. */
const BETWEEN_NUMBERS = /[,;/|\\&\n]/;
/** Enough to tell several numbers from one. */
const PARTS_READ = 100;

/** Whether a text that is no number consists of numbers. */
const isSeveral = (text: string): boolean =>
	text.split(BETWEEN_NUMBERS, PARTS_READ).every((part) => readPlausible(part) !== undefined);

/**
 * @throws InputError for an Israeli number whose groups are written backwards, as in the cells of right-to-left sheets:
 * `4567-123-050`. The digits may be a stranger's abroad
 */
export function checkForwards(text: string, advice = ''): void {
	const plain = plainNumber(text);
	const groups = plain.match(/\d+/g) ?? [];
	const [written, turned] = [groups.join('-'), groups.reverse().join('-')];
	const isTurned = /^(?:0|972-)/.test(turned) && IN_GROUPS.test(turned) && !IN_GROUPS.test(written);
	if (!isTurned || !/^(?!\+)[\d\s()+.-]+$/.test(plain)) return;
	throw new InputError(
		`is not a phone number (${quoted(text)}), but one written backwards; write ${turned}${advice}`,
	);
}

function readPhone(
	input: string | number,
	{ advice, refusal }: { advice: string; refusal?: string },
): string {
	const text = requiredText(input, 'enter a phone number');
	if (OF_ISRAEL.test(text)) return text;
	const isNone = `is not a phone number (${quoted(text)})`;
	checkForwards(text, advice);
	const number = readNumber(compact(text));
	if (number === undefined) {
		throw new InputError(
			isSeveral(text)
				? `is not a phone number, but several; enter one, or separate them by commas where the field takes several (${quoted(text)})`
				: `${isNone}; use digits, e.g. 050-1234567`,
		);
	}
	const { digits, country } = number;
	if (OF_A_COMPANY.test(digits) && country === 'israel') {
		throw new InputError(
			`is the number of a company (${quoted(text)}), which gets no messages; use a mobile number or a landline`,
		);
	}
	if ((country === 'israel' || digits.startsWith(ISRAEL)) && !OF_ISRAEL.test(digits)) {
		throw new InputError(`${isNone}; Israeli mobile numbers have 10 digits, landlines 9${advice}`);
	}
	if (digits.startsWith('0') && country === 'other') {
		throw new InputError(
			`${isNone}; after + or 00 comes the country code, not a 0: write 050-1234567 or +972 50-1234567`,
		);
	}
	if (!isPlausible(number)) {
		throw new InputError(`${isNone}; it must have ${MIN_DIGITS} to ${MAX_DIGITS} digits`);
	}
	if (country === 'other' && refusal !== undefined) {
		throw new InputError(`is not an Israeli number (${quoted(text)}); ${refusal}`);
	}
	return digits;
}

/** The service writes foreign numbers without a plus. A short one is Israeli only if it fits the numbering plan with a 0. */
const isShortForeign = (digits: string) =>
	/^[1-9]\d{6,8}$/.test(digits) && !OF_ISRAEL.test(`0${digits}`);

function readPlausible(phone: string): ReadNumber | undefined {
	// Nearly all numbers are written so.
	const plain = phone.startsWith('972') ? `0${phone.slice(3)}` : phone;
	if (OF_ISRAEL.test(plain)) return { digits: plain, country: 'israel' };
	const compacted = compact(phone);
	const number = readNumber(isShortForeign(compacted) ? `+${compacted}` : compacted);
	return number !== undefined && isPlausible(number) ? number : undefined;
}

const internationalOf = ({ digits, country }: ReadNumber): string =>
	country === 'israel' ? `+${ISRAEL}${digits.replace(/^0/, '')}` : `+${digits}`;

/** E.164 with the plus, `+972501234567`; undefined for anything else, such as the blocklist's masked numbers. */
export function toInternational(phone: string): string | undefined {
	const number = readPlausible(phone);
	return number && internationalOf(number);
}

/** The Israeli form, `0501234567`; undefined for foreign numbers and anything else. */
export function toNational(phone: string): string | undefined {
	const number = readPlausible(phone);
	return number?.country === 'israel' ? number.digits : undefined;
}

/**
 * The forms of a phone in a reply or push; none if it has none. `shown` is what people see and every field accepts, `key` compares
 * numbers: a push writes 972, a report 0, and both get the same.
 */
export function phoneForms(written: string | undefined) {
	if (written === undefined) return { shown: written, international: written, key: written };
	// In a form, a plus that is not escaped becomes a blank.
	const phone = written.trim();
	const number = readPlausible(phone);
	if (number === undefined) return { shown: phone, international: undefined, key: phone };
	const international = internationalOf(number);
	if (number.country === 'israel')
		return { shown: number.digits, international, key: number.digits };
	return { shown: isShortForeign(phone) ? `+${phone}` : phone, international, key: international };
}

/** Nearly all numbers are their own key. Looking first takes a tenth of the time. */
export const phoneKey = (phone: string | undefined): string | undefined =>
	phone !== undefined && OF_ISRAEL.test(phone) ? phone : phoneForms(phone).key;

/** The key of a conversation between two numbers. A sender's name may contain the separator, so we escape it. */
export const pairKey = (...phones: Array<string | undefined>): string =>
	phones
		.map((phone) => phoneKey(phone)?.replace(/[%-]/g, (sign) => (sign === '-' ? '%2D' : '%25')))
		.join('-');

/**
 * `normalizePhone` for fields that take only Israeli numbers.
 * @throws InputError as `normalizePhone`, and for foreign numbers, with `because` as the reason
 */
export const normalizeIsraeliPhone = (
	input: string | number,
	because = 'the service takes no others here',
): string => readPhone(input, { advice: '', refusal: because });

/** Whether a number, in the form that we send, fits Israel's numbering plan. */
export const isOfIsrael = (phone: string): boolean => OF_ISRAEL.test(phone);

/** A number as people write it: `050-123 4567`, `03-123 4567`, `+12125550100`. */
export function writtenPhone(phone: string): string {
	const national = toNational(phone) ?? '';
	if (!isOfIsrael(national)) return toInternational(phone) ?? phone;
	return national.replace(/(\d{3})(\d{4})$/, '-$1 $2');
}

/** Satellites and other services without a country, and premium ranges of +1 and +44. Source: ITU-T E.164; their plans. */
const PREMIUM = /^\+?(808|87\d|88[1238]|979|1(900|976)|449)/;

/** Whether a foreign number, in the form that we send or as E.164, may cost many times the usual price. */
export const isPremium = (phone: string): boolean => PREMIUM.test(phone);

/** The phone of sample events. It looks Israeli and belongs to nobody: no operator has 057. */
export const SAMPLE_PHONE = '972570000001';
export const SAMPLE_INBOX = '0570000002';
