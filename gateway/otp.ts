import { InputError, plainText } from './checks';
import { checkMessage } from './messageLength';
import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

/** Where the code belongs in the text of an OTP. Source: gateway-api, section 4. */
const PLACE = '[code]';

/** Digits of a code. Source: gateway-api, section 4. */
const CODE_DIGITS = 6;

/** White space, dashes and the invisible marks of Hebrew texts, which come along when a code is copied. */
const BETWEEN_DIGITS = /[\s\-\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * The text of an OTP, with a place for the code; `undefined` for an empty one, which the gateway fills in itself. That it
 * may be as long as any other text is a guess.
 * @throws InputError
 */
export function checkOtpText(input: string | number): string | undefined {
	if (plainText(input).trim() === '') return undefined;
	const text = checkMessage(input);
	if (text.includes(PLACE)) return text;
	throw new InputError(`does not contain ${PLACE}; write it where the code belongs`);
}

/**
 * The digits of a code as text. A number gets the leading zeros back that it cannot hold. The refusal does not repeat the
 * code.
 * @throws InputError
 */
export function checkOtpCode(input: string | number): string {
	const code = plainText(input).replace(BETWEEN_DIGITS, '');
	if (code === '') throw new InputError('is empty; enter the code the person received');
	if (!/^\d+$/.test(code)) throw new InputError('is not a code; use digits only');
	return typeof input === 'number' ? code.padStart(CODE_DIGITS, '0') : code;
}

const CODE_IN_TEXT = /(?<!\d)\d{6}(?!\d)/g;

/** Neither says what the code is, though the id may well have six digits. */
const NO_CODES: ReadonlySet<string> = new Set(['status', 'shipment_id']);

/**
 * Everything in a reply that may be the code: the field the vendor's page shows, and six digits anywhere else.
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
