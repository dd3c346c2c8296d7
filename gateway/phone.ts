import { InputError, quoted, requiredText } from './checks';
import { isWrittenAsPhone } from './phoneWriting';

// Assumption: phones
/** The upper limit is that of ITU-T E.164, the lower one the shortest number a person can have. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

const ISRAEL = '972';

/** Separators between digits: white space, dashes, brackets and dots. */
const SEPARATORS = /[\s()\-\u2010-\u2015\u2212.]/g;
/** The same without dots. */
const BETWEEN = /[\s()\-\u2010-\u2015\u2212]/g;
/** The invisible marks of Hebrew texts. */
const MARKS = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF]/g;
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g;
const FULL_WIDTH_PLUS = /\uFF0B/g;

const NATIONAL = /^0\d{8,9}$/;
const NUMBER_WITH_PLUS = /^\+?\d+$/;
/**
 * Decimals that a spreadsheet or a table adds to a number. Read as digits, they would make it another number. `.0` is always a
 * decimal. `.00` is one after nine digits or more; after fewer, it may be the end of the number.
 */
const DECIMALS = /^(\+?\d{7,})\.0$|^(\+?\d{9,})\.00$/;
/** In " 08.00", the zeros are minutes. */
const DECIMAL_END = /\.0$|(?<=\d{3})\.00$/;

// In all three ranges the last four bits of the code point are the digit.
const toAsciiDigit = (digit: string) => String(digit.charCodeAt(0) & 0xf);

/** The 0 of the national form in brackets after the country code, as in "+44 (0)20 …": nobody dials it from abroad. */
const NATIONAL_ZERO = /\(\s*0\s*\)/;
const COUNTRY_CODE = /^(?:\+|00)?[1-9]\d{0,2}$/;
/** In Italy, San Marino, Ivory Coast, Benin and Congo the 0 is a part of the number. */
const KEEPS_ZERO = /(?:39|378|225|229|242)$/;

function withoutNationalZero(text: string): string {
	const [before = '', after] = text.split(NATIONAL_ZERO, 2);
	if (after === undefined) return text;
	const code = before.replace(SEPARATORS, '');
	return COUNTRY_CODE.test(code) && !KEEPS_ZERO.test(code) ? `${before} ${after}` : text;
}

/** The digits of a number, with its plus; empty for what is written as no phone is. */
function compact(text: string): string {
	if (NATIONAL.test(text)) return text;
	const plain = text
		.replace(MARKS, '')
		.replace(OTHER_DIGITS, toAsciiDigit)
		.replace(FULL_WIDTH_PLUS, '+')
		.trim();
	const short = DECIMALS.test(plain.replace(BETWEEN, '')) ? plain.replace(DECIMAL_END, '') : plain;
	return isWrittenAsPhone(short) ? withoutNationalZero(short).replace(SEPARATORS, '') : '';
}

interface ReadNumber {
	/** Digits with the leading 0 for Israel, with the country code otherwise. */
	digits: string;
	country: 'israel' | 'other';
}

/**
 * Israel's numbering plan: mobile and other ten-digit numbers, and landlines of nine digits. The numbers of companies,
 * such as 1-700 and 1-900, have no leading 0; they can send messages but receive none. Source: the Ministry of Communications.
 */
const OF_ISRAEL = /^(05\d{8}|07\d{8}|0[23489]\d{7})$/;
const OF_A_COMPANY = /^1(?:599|700|80[019]|9\d\d)\d{6}$/;

/** Reads the digits and the country of a number without checking its length. Undefined for anything but digits. */
function readNumber(compacted: string): ReadNumber | undefined {
	if (!NUMBER_WITH_PLUS.test(compacted)) return undefined;
	const plus = compacted.startsWith('+');
	const abroad = plus || compacted.startsWith('00');
	const digits = plus ? compacted.slice(1).replace(/^00/, '') : compacted.replace(/^00/, '');
	// "+972 (0)50 …" keeps the 0 of the national form.
	const afterIsrael = digits.slice(ISRAEL.length).replace(/^0/, '');
	const israeli = digits.startsWith(ISRAEL) && (abroad || /^\d{8,9}$/.test(afterIsrael));
	if (israeli) return { digits: `0${afterIsrael}`, country: 'israel' };
	if (abroad) return { digits, country: 'other' };
	if (OF_A_COMPANY.test(digits)) return { digits, country: 'israel' };
	if (digits.startsWith('0')) return { digits, country: 'israel' };
	return digits.length < 10
		? { digits: `0${digits}`, country: 'israel' }
		: { digits, country: 'other' };
}

/** Whether the length is possible. The leading 0 of the national form does not count: it is a dialling prefix. */
function isPlausible({ digits, country }: ReadNumber): boolean {
	const significant = country === 'israel' ? digits.length - 1 : digits.length;
	const enough = significant >= MIN_DIGITS && digits.length <= MAX_DIGITS;
	return enough && !(country === 'other' && digits.startsWith('0'));
}

/**
 * The form a destination is sent in: `0501234567` for Israeli numbers, mobile or landline, and digits with the country
 * code for others. Reads every usual way of writing a number, even with the `.0` of a spreadsheet. Israeli numbers must fit
 * the numbering plan, which is stricter than the documentation; foreign ones must have 7 to 15 digits.
 * Source: specification, "Destination phone format"; gateway-api, section 1, "Phone numbers".
 * @throws InputError for anything but a phone number, for the number of a company, and for a foreign number unless
 * `international` is set
 */
export function normalizePhone(
	input: string | number,
	options: { international?: boolean } = {},
): string {
	return readPhone(input, options.international === true ? FOREIGN_TOO : UNLESS_ALLOWED);
}

/** What a field takes besides Israeli numbers. */
interface Takes {
	/** Added to the error for a number that is not in Israel's numbering plan. */
	advice: string;
	/** Why a foreign number is refused; undefined where it is not. */
	refusal?: string;
}

const FOREIGN_TOO: Takes = { advice: '. Write a foreign one with + and its country code' };
const UNLESS_ALLOWED: Takes = {
	advice:
		". Write a foreign one with + and its country code, and add the option 'Allow International Numbers'",
	refusal: "if it is right, add the option 'Allow International Numbers'",
};

/** Separators that people write between numbers, and that no number has. */
const BETWEEN_NUMBERS = /[,;/|\\&\n]/;

function isSeveral(text: string): boolean {
	const parts = text.split(BETWEEN_NUMBERS);
	return parts.length > 1 && parts.every((part) => readPlausible(part) !== undefined);
}

function readPhone(input: string | number, { advice, refusal }: Takes): string {
	const text = requiredText(input, 'enter a phone number');
	if (OF_ISRAEL.test(text)) return text;
	const number = readNumber(compact(text));
	if (number === undefined && isSeveral(text)) {
		throw new InputError(
			`holds several numbers (${quoted(text)}); enter one, or commas between them where the field takes several`,
		);
	}
	if (number === undefined) {
		throw new InputError(`is not a phone number (${quoted(text)}); use digits, e.g. 050-1234567`);
	}
	if (number.country === 'israel' && OF_A_COMPANY.test(number.digits)) {
		throw new InputError(
			`is the number of a company (${quoted(text)}), which gets no messages; use a mobile number or a landline`,
		);
	}
	const isIsraeli = number.country === 'israel' || number.digits.startsWith(ISRAEL);
	if (isIsraeli && !OF_ISRAEL.test(number.digits)) {
		throw new InputError(
			`is not a phone number (${quoted(text)}); Israeli mobile numbers have 10 digits and begin with 05, landlines have 9${advice}`,
		);
	}
	if (!isPlausible(number)) {
		throw new InputError(
			`is not a phone number (${quoted(text)}); it must have ${MIN_DIGITS} to ${MAX_DIGITS} digits`,
		);
	}
	if (number.country === 'other' && refusal !== undefined) {
		throw new InputError(`is not an Israeli number (${quoted(text)}); ${refusal}`);
	}
	return number.digits;
}

/** The service writes foreign numbers without a plus, so a short one is Israeli only if it fits the plan with a 0. */
const isShortForeign = (digits: string) =>
	/^[1-9]\d{6,8}$/.test(digits) && !OF_ISRAEL.test(`0${digits}`);

function readPlausible(phone: string): ReadNumber | undefined {
	if (OF_ISRAEL.test(phone)) return { digits: phone, country: 'israel' };
	const compacted = compact(phone.trim());
	const number = readNumber(isShortForeign(compacted) ? `+${compacted}` : compacted);
	return number !== undefined && isPlausible(number) ? number : undefined;
}

function internationalOf(number: ReadNumber | undefined): string | undefined {
	if (number === undefined) return undefined;
	return number.country === 'israel'
		? `+${ISRAEL}${number.digits.replace(/^0/, '')}`
		: `+${number.digits}`;
}

const nationalOf = (number: ReadNumber | undefined): string | undefined =>
	number?.country === 'israel' ? number.digits : undefined;

/** E.164 with the plus, `+972501234567`; undefined for anything else, such as the masked numbers of the blocklist. */
export const toInternational = (phone: string): string | undefined =>
	internationalOf(readPlausible(phone));

/** The Israeli form with the leading 0, `0501234567`; undefined for foreign numbers and anything else. */
export const toNational = (phone: string): string | undefined => nationalOf(readPlausible(phone));

/** The forms of a phone in a reply or push; all of them undefined when there is none. */
interface PhoneForms {
	/**
	 * What people see and every field takes: `0501234567` if the number is Israeli, a short foreign one with its plus, others as
	 * they came.
	 */
	shown?: string;
	/** See `toInternational`. */
	international?: string | undefined;
	/** To compare numbers by. A number with 972, as in a push, has the same key as with a 0, as in a report. */
	key?: string;
}

export function phoneForms(written: string | undefined): PhoneForms {
	if (written === undefined) return {};
	// A form turns a plus that is not escaped into a blank.
	const phone = written.trim();
	const number = readPlausible(phone);
	const [national, international] = [nationalOf(number), internationalOf(number)];
	const shown = national ?? (isShortForeign(phone) ? `+${phone}` : phone);
	return { shown, international, key: national ?? international ?? phone };
}

/** A key to compare a number by: see `PhoneForms`. */
export const phoneKey = (phone: string | undefined): string | undefined =>
	phone !== undefined && OF_ISRAEL.test(phone) ? phone : phoneForms(phone).key;

/** A key of two numbers that write to each other. A name may hold the sign between them. */
export const pairKey = (...phones: Array<string | undefined>): string =>
	phones
		.map((phone) => phoneKey(phone)?.replace(/[%-]/g, (sign) => (sign === '-' ? '%2D' : '%25')))
		.join('-');

/**
 * Like `normalizePhone`, for fields that take Israeli numbers only.
 * @throws InputError as `normalizePhone`, and for a foreign number, with `because` as the reason
 */
export const normalizeIsraeliPhone = (
	input: string | number,
	because = 'the service takes no others here',
): string => readPhone(input, { advice: '', refusal: because });

/** Whether a number, in the form that is sent, belongs to Israel's numbering plan. */
export const isOfIsrael = (phone: string): boolean => OF_ISRAEL.test(phone);

/** A number as people write it: `050-123 4567`, `03-123 4567`, `+12125550100`. */
export function writtenPhone(phone: string): string {
	const national = toNational(phone);
	if (national === undefined || !isOfIsrael(national)) return toInternational(phone) ?? phone;
	return national.replace(/^(\d+)(\d{3})(\d{4})$/, '$1-$2 $3');
}

/**
 * Country codes of satellites, networks and services that belong to no country, and the premium numbers of countries that have
 * a range for them. Source: ITU-T, List of Recommendation E.164 assigned country codes; the numbering plans of +1 and +44.
 */
const PREMIUM = /^(808|87\d|88[1238]|979|1(900|976)|449)/;

/** Whether texts to a foreign number, in the form that is sent, may cost many times the usual price. */
export const isPremium = (phone: string): boolean => PREMIUM.test(phone);
