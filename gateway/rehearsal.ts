import { toInternational } from './phone';
import { parseXml } from './xml';

/**
 * The roots that reach nobody: they read, or change what is kept in the account. An unknown root may do anything
 * (specification, Endpoints; gateway-api, sections 4 to 9).
 */
const HARMLESS: ReadonlySet<string> = new Set([
	...['getApiToken', 'cancel', 'getVerifiedPhones', 'addSub', 'updateAmountSub', 'getBlanceSubs'],
	...['blacklist', 'addNumBL', 'rmNumBL', 'dlr', 'dlrByDate', 'incoming', 'balance'],
	...['newCL', 'removeCL', 'addNumCL', 'rmNumCL', 'getCL', 'getCLbyID'],
	...['get_birthday_campaigns', 'edit_birthday_campaign', 'validate_otp'],
]);

/** The roots that reach the numbers in their body, and nobody else (specification, sms and bulk; gateway-api, section 4). */
const REACHES_ITS_NUMBERS: ReadonlySet<string> = new Set(['sms', 'bulk', 'send_otp']);

/** Whether a rehearsal may make a request with this root, whatever its body says. */
export const isHarmless = (root: string): boolean => HARMLESS.has(root);

/** Fields of these requests that reach nobody: the account, the sender, what is said, and how. */
const REACH_NOBODY: ReadonlySet<string> = new Set([
	...['$', 'user', 'source', 'message', 'text', 'tag', 'links', 'tts', 'timing', 'campaign_name'],
	...['add_dynamic', 'add_unsubscribe', 'temp_bl', 'includes_international'],
	...['app_id', 'max_tries', 'valid_time'],
]);

/**
 * Whether the bytes of a request reach nobody but one phone: a number in any form. Anything else reaches others, or may: a contact
 * list, several numbers in one text, a field or a root that nobody knows.
 */
export function reachesOnly(phone: string, root: string, bytes: string): boolean {
	if (!REACHES_ITS_NUMBERS.has(root)) return false;
	const form = toInternational(phone);
	return valuesIn(read(bytes)).every((value) => value === '' || toInternational(value) === form);
}

/** All values of a request but those of fields that reach nobody. */
const valuesIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([name, one]) =>
				isHarmlessField(name, one) ? [] : valuesIn(one),
			)
		: [String(value ?? '').trim()];

/** A message may also be an element of a batch. */
const isHarmlessField = (name: string, value: unknown): boolean =>
	REACH_NOBODY.has(name) && !(name === 'message' && typeof value === 'object');

function read(bytes: string): unknown {
	if (!bytes.startsWith('<')) return JSON.parse(bytes) as unknown;
	const parsed = parseXml(bytes);
	return parsed.ok ? parsed.value : bytes;
}
