import { InputError, quoted } from './inputError';

/** As many digits as a number holds exactly. */
const DIGITS = /^\d{1,15}$/;

/**
 * A whole number without an upper limit on record, as a text of digits is read too. Source: specification, "addSub" (991).
 * @throws InputError
 */
export function checkWholeNumber(value: unknown, min: number): number {
	const text = String(value ?? '').trim();
	if (DIGITS.test(text) && Number(text) >= min) return Number(text);
	throw new InputError(`is ${quoted(text)}; use a whole number of at least ${min}`);
}
