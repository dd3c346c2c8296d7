import { isOfIsrael } from './phone';
import type { GatewayTree } from './tree';

/** As many as a person reads. */
const MOST_NAMED = 5;

/**
 * The numbers of a request that a refusal for their length (status 9) may be about, for a person to read: the foreign ones, since
 * Israeli ones are checked before, or all where there are none.
 */
export function doubtfulPhones(body: GatewayTree): string {
	const phones = [...new Set(phonesIn(body, false))];
	const foreign = phones.filter((phone) => !isOfIsrael(phone));
	const doubtful = foreign.length > 0 ? foreign : phones;
	const more = doubtful.length - MOST_NAMED;
	return `${doubtful.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function phonesIn(value: unknown, isPhone: boolean): string[] {
	if (typeof value !== 'object' || value === null) {
		return isPhone && value !== undefined ? [String(value)] : [];
	}
	if (Array.isArray(value)) return value.flatMap((each) => phonesIn(each, isPhone));
	return Object.entries(value).flatMap(([name, inner]) =>
		name === '$' ? [] : phonesIn(inner, name === 'phone' || (isPhone && name === '_')),
	);
}
