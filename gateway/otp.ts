import { checkMessage, InputError, plainText } from './checks';
import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

/** Stands for the code in the text of an OTP. Source: gateway-api, section 4. */
const PLACEHOLDER = '[code]';

/** Digits of a code. Source: gateway-api, section 4. */
const CODE_DIGITS = 6;

/** White space, dashes and the invisible marks of Hebrew texts, which come along when a code is copied. */
const BETWEEN_DIGITS = /[\s\-\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

// Assumptions: otpLength, otp
/**
 * The text of an OTP with `[code]` in it; `undefined` for an empty text, since the gateway has a text of its own. The
 * limit of 1005 characters, as for any other text, is a guess.
 * @throws InputError
 */
export function checkOtpText(input: string | number): string | undefined {
	if (plainText(input).trim() === '') return undefined;
	const text = checkMessage(input);
	if (text.includes(PLACEHOLDER)) return text;
	throw new InputError(`does not contain ${PLACEHOLDER}; write it where the code belongs`);
}

/**
 * The digits of a code as text. A number gets its leading zeros back, up to 6 digits. The error does not repeat the code.
 * @throws InputError
 */
export function checkOtpCode(input: string | number): string {
	const code = plainText(input).replace(BETWEEN_DIGITS, '');
	if (code === '') throw new InputError('is empty; enter the code the person received');
	if (!/^\d+$/.test(code)) throw new InputError('is not a code; use digits only');
	return typeof input === 'number' ? code.padStart(CODE_DIGITS, '0') : code;
}

const CODE_IN_TEXT = /(?<!\d)\d{6}(?!\d)/g;

/** Fields that never hold the code, even if they have six digits, as a shipment id may. */
const NO_CODES: ReadonlySet<string> = new Set(['status', 'shipment_id']);

/**
 * Everything in a reply that may be the code: the field `code`, as the vendor's page has it, and six digits anywhere else.
 * Source: gateway-api, section 4 and section 14, row 18.
 */
export function codesIn(reply: ReplyTree): string[] {
	const code = reply.code;
	return [...(typeof code === 'string' ? [code] : []), ...sixDigits(reply)];
}

function sixDigits(value: ReplyValue): string[] {
	if (typeof value === 'string') return value.match(CODE_IN_TEXT) ?? [];
	if (!isTree(value)) return value.flatMap(sixDigits);
	return Object.entries(value).flatMap(([name, inner]) =>
		NO_CODES.has(name) ? [] : sixDigits(inner),
	);
}
