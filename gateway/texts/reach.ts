import { toInternational } from '../phones/phone';
import { parseXml } from '../wire/xml';

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
