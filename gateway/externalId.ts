import { InputError } from './inputError';
import { plainText } from './plainText';

/**
 * What dlrByDate has in the place of an external id, where it filters nothing; so a message with that id could never be
 * asked for. Source: specification, "dlrByDate".
 */
export const NO_ID = 'null';

// Assumption: externalIds
/**
 * The customer's own id of a message, without surrounding spaces; empty when no reports are wanted. No limit of its
 * length is on record. Source: specification, "Message destination", "dlrByDate".
 * @throws InputError
 */
export function checkExternalId(text: string | number): string {
	const id = plainText(text).trim();
	if (id.toLowerCase() === NO_ID) {
		throw new InputError('is "null", which the gateway reads as no ID; choose another ID');
	}
	return id;
}
