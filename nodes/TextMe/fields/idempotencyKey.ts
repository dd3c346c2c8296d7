import type { INodeProperties } from 'n8n-workflow';

import { InputError, plainText, quoted } from '../../../gateway/checks';
import type { Parameters } from '../parameters';

export const idempotencyKeyOption: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderId }}',
	description:
		'What tells this message from all others, such as an order number. Under one key the node sends once, also in later executions. If the service refuses the message, the key is free again.',
};

/** The words that expressions put in the place of a missing value. */
const NO_VALUE = /(?<![\p{L}\p{N}])(undefined|null|NaN)(?![\p{L}\p{N}])/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * A key that tells one item from another.
 * @throws InputError for a key made of missing values: items would go out without a key, or share one
 */
function checkKey(value: unknown): string {
	const key = plainText(value).trim();
	if (key === '') throw new InputError('is empty; enter a value, or remove the option');
	if (!LETTER_OR_DIGIT.test(key) || NO_VALUE.test(key)) {
		throw new InputError(
			`is ${quoted(key)}, because a value is missing; check the fields in its expression`,
		);
	}
	return key;
}

/** The key of an item; `undefined` without the option. */
export const idempotencyKeyOf = (parameters: Parameters): string | undefined =>
	parameters.filledOption('idempotencyKey', checkKey);
