import { InputError, quoted } from './inputError';

const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;

/**
 * A whole number from `min` to `max`, both included; a text of digits is read as a number.
 * @throws InputError
 */
export function checkRange(value: number | string, min: number, max: number): number {
	const number = WHOLE_NUMBER.test(String(value).trim()) ? Number(value) : NaN;
	if (number >= min && number <= max) return number;
	throw new InputError(`is ${quoted(String(value))}; use a whole number from ${min} to ${max}`);
}
