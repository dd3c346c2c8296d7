import { InputError, quoted } from './inputError';
import { plainText } from './plainText';

/**
 * A value that is one of a few, which an expression may have got from anywhere.
 * @throws InputError
 */
export function checkChoice(value: string | number, choices: readonly string[]): string {
	const text = plainText(value).trim();
	if (choices.includes(text)) return text;
	throw new InputError(`is ${quoted(text)}; use one of: ${choices.join(', ')}`);
}
