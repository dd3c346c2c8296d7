import { isOfIsrael, toInternational } from '../phones/phone';
import { firstNamed } from '../values/lists';
import type { GatewayTree } from '../values/tree';
import { parseXml } from '../wire/xml';

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

/**
 * Operations that text and call nobody: they read, or change data in the account. An unknown one may do anything
 * (specification, Endpoints; gateway-api, sections 4 to 9).
 */
const HARMLESS: ReadonlySet<string> = new Set([
	...['getApiToken', 'cancel', 'getVerifiedPhones', 'addSub', 'updateAmountSub', 'getBlanceSubs'],
	...['blacklist', 'addNumBL', 'rmNumBL', 'dlr', 'dlrByDate', 'incoming', 'balance'],
	...['newCL', 'removeCL', 'addNumCL', 'rmNumCL', 'getCL', 'getCLbyID'],
	...['get_birthday_campaigns', 'edit_birthday_campaign', 'validate_otp'],
]);

/** Operations that reach exactly the numbers in their body (specification, sms and bulk; gateway-api, section 4). */
const REACHES_ITS_NUMBERS: ReadonlySet<string> = new Set(['sms', 'bulk', 'send_otp']);

/** Whether a rehearsal may call this operation with any body. */
export const isHarmless = (root: string): boolean => HARMLESS.has(root);

/** Fields that name no recipients: account, sender, content and settings. */
const REACH_NOBODY: ReadonlySet<string> = new Set([
	...['$', 'user', 'source', 'message', 'text', 'tag', 'links', 'tts', 'timing', 'campaign_name'],
	...['add_dynamic', 'add_unsubscribe', 'temp_bl', 'includes_international'],
	...['app_id', 'max_tries', 'valid_time'],
]);

/**
 * Whether a request can reach only this phone, in any spelling. A contact list, several numbers in one text, an unknown field
 * or an unknown operation may reach others.
 */
export function reachesOnly(phone: string, root: string, bytes: string): boolean {
	if (!REACHES_ITS_NUMBERS.has(root)) return false;
	const form = toInternational(phone);
	return valuesIn(read(bytes)).every((value) => value === '' || toInternational(value) === form);
}

/** All values of a request that may name a recipient. */
const valuesIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([name, one]) =>
				isHarmlessField(name, one) ? [] : valuesIn(one),
			)
		: [String(value ?? '').trim()];

/** In a batch, `message` is the element around a message, not its text. */
const isHarmlessField = (name: string, value: unknown): boolean =>
	REACH_NOBODY.has(name) && !(name === 'message' && typeof value === 'object');

function read(bytes: string): unknown {
	if (!bytes.startsWith('<')) return JSON.parse(bytes) as unknown;
	const parsed = parseXml(bytes);
	return parsed.ok ? parsed.value : bytes;
}
