import { firstNamed } from '../values/lists';
import { leavesIn } from '../values/tree';
import type { GatewayTree } from '../values/tree';
import { isOfIsrael, toInternational } from './phone';

/** Fields that name no recipients. */
const OTHERS = /^(\$|user|source|message|text|campaign_name|timing|tag)$/i;
const CONTACT_LIST = /^cl_id$/i;

/** The recipients of any request: phone numbers under any name, as E.164, and contact lists. One text may contain several. */
export const peopleIn = (request: unknown): string[] =>
	leavesIn(request).flatMap(({ names, leaf }) => {
		if (names.some((name) => OTHERS.test(name))) return [];
		const entries = String(leaf ?? '').split(/[,;|\r\n\t]/);
		if (CONTACT_LIST.test(names.at(-1) ?? '')) return entries.filter((one) => one.trim() !== '');
		return entries.flatMap((entry) => toInternational(entry) ?? []);
	});

/**
 * The numbers that the gateway may have refused for their length, which it does not name (specification, Errors): foreign ones,
 * because we check Israeli ones beforehand.
 */
export function doubtfulPhones(body: GatewayTree): string {
	const ofPhones = leavesIn(body).filter(({ names }) => names.at(-1) === 'phone');
	const phones = [...new Set(ofPhones.map(({ leaf }) => String(leaf)))];
	const foreign = phones.filter((phone) => !isOfIsrael(phone));
	return firstNamed(foreign.length > 0 ? foreign : phones);
}
