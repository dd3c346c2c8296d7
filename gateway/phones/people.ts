import { toInternational } from './phone';

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
