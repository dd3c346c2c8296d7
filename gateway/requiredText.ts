import { InputError } from './inputError';
import { plainText } from './plainText';

/**
 * A text that must not be blank, without surrounding spaces.
 * @throws InputError
 */
export function requiredText(value: unknown): string {
	const text = plainText(value).trim();
	if (text === '') throw new InputError('is empty; fill it in');
	return text;
}
