import { checkMessage, InputError, plainText } from '../values/checks';
import { replyWords } from './replyWords';
import { leavesIn } from '../values/tree';
import type { ReplyTree } from '../values/tree';

/** The service replaces this with the code. Source: gateway-api, section 4. */
const PLACEHOLDER = '[code]';

/** Digits of a code. Source: gateway-api, section 4. */
const CODE_DIGITS = 6;

/** Characters of a code as written. Our own limit: a form's visitor may send megabytes. */
const MAX_WRITTEN = 100;

/** White space and dashes, which people copy along with a code. */
const BETWEEN_DIGITS = /[\s-]/g;

// Assumptions: otpLength, otp
/** The text of an OTP, which must contain `[code]`; `undefined` for an empty text: the gateway then uses its own. */
export function checkOtpText(input: string | number): string | undefined {
	if (plainText(input).trim() === '') return undefined;
	const text = checkMessage(input);
	if (text.includes(PLACEHOLDER)) return text;
	throw new InputError(`does not contain ${PLACEHOLDER}; write it where the code belongs`);
}

/**
 * The digits of a code as text, at most 10. A number gets back the leading zeros it lost, up to 6 digits.
 * @throws InputError, which must not show the code
 */
export function checkOtpCode(input: string | number): string {
	const code = replyWords(plainText(input).slice(0, MAX_WRITTEN)).replace(BETWEEN_DIGITS, '');
	if (code === '') throw new InputError('is empty; enter the code the person received');
	if (!/^\d{1,10}$/.test(code)) throw new InputError('is not a code; use digits only');
	return typeof input === 'number' ? code.padStart(CODE_DIGITS, '0') : code;
}

const CODE_IN_TEXT = /(?<!\d)\d{6}(?!\d)/g;

/** Fields that are never the code, even with six digits: a shipment ID may have six. */
const NO_CODES: ReadonlySet<string> = new Set(['status', 'shipment_id']);

/** Everything in a reply that may be the code: the field `code`, and any six digits. Source: gateway-api, sections 4 and 14. */
export function codesIn(reply: ReplyTree): string[] {
	const { code } = reply;
	const sixDigits = leavesIn(reply).flatMap(({ names, leaf }) =>
		names.some((name) => NO_CODES.has(name)) ? [] : (String(leaf).match(CODE_IN_TEXT) ?? []),
	);
	return [...(typeof code === 'string' ? [code] : []), ...sixDigits];
}
