import { firstNamed } from '../values/lists';
import type { GatewayTree } from '../values/tree';
import { isOfIsrael, toInternational } from './phone';

/** Fields that name no recipients. */
const OTHERS = /^(\$|user|source|message|text|campaign_name|timing|tag)$/i;
const CONTACT_LIST = /^cl_id$/i;

/**
 * The recipients of any request: phone numbers at any depth and under any name, as E.164, and contact lists, by their IDs. One
 * text may contain several.
 */
export function peopleIn(request: unknown, name = ''): string[] {
	if (OTHERS.test(name)) return [];
	if (Array.isArray(request)) return request.flatMap((entry) => peopleIn(entry, name));
	if (typeof request === 'object' && request !== null) {
		return Object.entries(request).flatMap(([key, value]) =>
			peopleIn(value, key === '_' ? name : key),
		);
	}
	const entries = String(request ?? '').split(/[,;|\r\n\t]+/);
	if (CONTACT_LIST.test(name)) return entries.filter((entry) => entry.trim() !== '');
	return entries.flatMap((entry) => toInternational(entry) ?? []);
}

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
