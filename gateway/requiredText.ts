import { InputError } from './inputError';
import { plainText } from './plainText';

/**
 * A text that must not be blank, without surrounding spaces. `whatToDo` is what the refusal of a blank one asks for.
 * @throws InputError
 */
export function requiredText(value: unknown, whatToDo = 'fill it in'): string {
	const text = plainText(value).trim();
	if (text === '') throw new InputError(`is empty; ${whatToDo}`);
	return text;
}
