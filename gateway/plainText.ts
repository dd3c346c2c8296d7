import { InputError } from './inputError';

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
