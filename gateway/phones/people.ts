import { toInternational } from './phone';

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
