import { firstNamed } from '../values/counts';
import { isOfIsrael } from './phone';
import type { GatewayTree } from '../values/tree';

/**
 * The numbers that the gateway may have refused for their length (status 9), in words. We check Israeli numbers beforehand, so
 * foreign ones come first; all numbers if none is foreign.
 */
export function doubtfulPhones(body: GatewayTree): string {
	const phones = [...new Set(phonesIn(body))];
	const foreign = phones.filter((phone) => !isOfIsrael(phone));
	return firstNamed(foreign.length > 0 ? foreign : phones);
}

/** The phone numbers of a request, in order. */
function phonesIn(value: unknown, isPhone = false): string[] {
	if (typeof value !== 'object' || value === null) {
		return isPhone && value !== undefined ? [String(value)] : [];
	}
	if (Array.isArray(value)) return value.flatMap((each) => phonesIn(each, isPhone));
	return Object.entries(value).flatMap(([name, inner]) =>
		name === '$' ? [] : phonesIn(inner, name === 'phone' || (isPhone && name === '_')),
	);
}
