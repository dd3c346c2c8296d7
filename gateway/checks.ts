/**
 * A value that the gateway would refuse, found before anything was sent.
 *
 * The message is the rest of a sentence whose subject is the field, with what to do about it and without a final period:
 * a caller puts the field's display name in front and the item behind, `'Sender' has 12 characters; … [item 3]`.
 */
export class InputError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'InputError';
	}
}

/** A refused value for a message, in quotes: its first 30 characters, which is enough to recognise it. */
export const quoted = (text: string): string => `"${text.slice(0, 30)}"`;

/**
 * The text of a value that an expression may have made a number, or nothing at all (then empty).
 * @throws InputError for objects and lists, which would otherwise reach people as "[object Object]"
 */
export function plainText(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
		throw new InputError('is not plain text but an object or a list; pick one of its fields');
	}
	return String(value);
}

/**
 * A text that must not be blank, without surrounding spaces. `whatToDo` is what the refusal of a blank one asks for.
 * @throws InputError
 */
export function requiredText(value: unknown, whatToDo = 'fill it in'): string {
	const text = plainText(value).trim();
	if (text === '') throw new InputError(`is empty; ${whatToDo}`);
	return text;
}

/**
 * A text unchanged, unless it holds `{{`…`}}`: n8n leaves a field Fixed when one types fast, and people would get the braces.
 * @throws InputError
 */
export function checkFilledIn(text: string): string {
	const start = text.indexOf('{{');
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	if (end < 0) return text;
	throw new InputError(
		`contains ${quoted(text.slice(start, end + 2))}, which n8n has not filled in; switch the field from Fixed to Expression, or take the braces out`,
	);
}

/**
 * A value that is one of a few, which an expression may have got from anywhere.
 * @throws InputError
 */
export function checkChoice(value: string | number, choices: readonly string[]): string {
	const text = plainText(value).trim();
	if (choices.includes(text)) return text;
	throw new InputError(`is ${quoted(text)}; use one of: ${choices.join(', ')}`);
}

/**
 * A yes or no, which an expression may give as a text.
 * @throws InputError
 */
export function checkSwitch(value: unknown): boolean {
	const text = plainText(value).trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError(`is ${quoted(text)}; use true or false`);
}

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
