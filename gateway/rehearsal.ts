import { reachedBy } from './people';
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

/**
 * Whether the bytes of a request reach nobody but one phone: a number in any form. A contact list reaches others, and an unknown root
 * may.
 */
export function reachesOnly(phone: string, root: string, bytes: string): boolean {
	if (!REACHES_ITS_NUMBERS.has(root)) return false;
	const { phones, lists } = reachedBy(read(bytes));
	const form = toInternational(phone);
	return lists.length === 0 && phones.every((each) => toInternational(each) === form);
}

function read(bytes: string): unknown {
	if (!bytes.startsWith('<')) return JSON.parse(bytes) as unknown;
	const parsed = parseXml(bytes);
	return parsed.ok ? parsed.value : undefined;
}
