import { firstNamed } from '../values/lists';
import type { GatewayTree } from '../values/tree';
import { isOfIsrael, toInternational } from './phone';

/** Fields that name no recipients. */
const OTHERS = /^(\$|user|source|message|text|campaign_name|timing|tag)$/i;
const CONTACT_LIST = /^cl_id$/i;

/**
 * Counts the recipients of any request: phone numbers at any depth and under any name, and contact lists. One text may contain
 * several.
 */
export function peopleIn(request: unknown, name = ''): number {
	if (OTHERS.test(name)) return 0;
	if (Array.isArray(request)) return sum(request.map((entry) => peopleIn(entry, name)));
	if (typeof request === 'object' && request !== null) {
		return sum(
			Object.entries(request).map(([key, value]) => peopleIn(value, key === '_' ? name : key)),
		);
	}
	const entries = String(request ?? '').split(/[,;|\r\n\t]+/);
	if (CONTACT_LIST.test(name)) return entries.filter((entry) => entry.trim() !== '').length;
	return entries.filter((entry) => toInternational(entry) !== undefined).length;
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

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
