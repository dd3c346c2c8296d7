import { toNational, writtenPhone } from '../phones/phone';
import { InputError } from '../values/checks';
import { MAX_MESSAGE_CHARACTERS } from '../values/limits';
import { elementWithId } from './messages';
import type { GatewayTree, GatewayValue } from '../values/tree';

/**
 * Operations that text and call nobody: they read, or change data in the account. An unknown one may do anything
 * (specification, Endpoints; gateway-api, sections 4 to 9).
 */
const HARMLESS: ReadonlySet<string> = new Set([
	...['getApiToken', 'cancel', 'getVerifiedPhones', 'addSub', 'updateAmountSub', 'getBlanceSubs'],
	...['blacklist', 'addNumBL', 'rmNumBL', 'dlr', 'dlrByDate', 'incoming', 'balance'],
	...['newCL', 'removeCL', 'addNumCL', 'rmNumCL', 'getCL', 'getCLbyID'],
	...['get_birthday_campaigns', 'edit_birthday_campaign'],
]);

/** Fields of a send that name no recipients: sender, content and settings. */
const REACH_NOBODY: ReadonlySet<string> = new Set([
	...['user', 'source', 'message', 'text', 'tag', 'links', 'tts', 'timing', 'campaign_name'],
	...['add_dynamic', 'add_unsubscribe', 'includes_international'],
	...['app_id', 'max_tries', 'valid_time', 'code', 'service_type'],
]);

/**
 * The body of a request in a rehearsal: whatever it sends goes to `phone`, as one text for each message, with the intended
 * number in front.
 * @throws InputError for a contact list, and for a field or an operation that may reach others
 */
export function redirected(root: string, body: GatewayTree, phone: string): GatewayTree {
	if (HARMLESS.has(root)) return body;
	if (root === 'validate_otp') return { ...harmless(body, 'phone'), phone };
	// With `temp_bl`, the phone would get only the first text.
	const own = { ...body, temp_bl: undefined };
	const abroad = toNational(phone) === undefined ? { includes_international: '1' } : {};
	if (root === 'send_otp') {
		const { phone: intended, text } = own as GatewayTree;
		return { ...harmless(own, 'phone'), phone, text: prefixed(text ?? THE_CODE, [intended]) };
	}
	if (root === 'sms') return { ...oneText(own, phone), ...abroad };
	if (root !== 'bulk') throw mayReach(root);
	const { sms, ...unknown } = ((own as GatewayTree).messages ?? {}) as GatewayTree;
	if (Object.keys(unknown).length > 0) throw mayReach('messages');
	const messages = {
		sms: [sms ?? []].flat().map((one) => oneText((one ?? {}) as GatewayTree, phone)),
	};
	return { ...harmless(own, 'messages'), messages, ...abroad };
}

const THE_CODE = 'The code is [code]';

function oneText(sms: GatewayTree, phone: string): GatewayTree {
	const { destinations, message } = sms;
	const { phone: people, cl_id: lists, ...others } = (destinations ?? {}) as GatewayTree;
	if ([lists ?? [], sms.cl_id ?? []].flat().length > 0) {
		throw new InputError(
			'cannot be rehearsed with a contact list; rehearse it with a phone number',
		);
	}
	harmless(others);
	const intended = [people ?? []].flat();
	const [first] = intended;
	const id = isElement(first) ? ((first.$ as GatewayTree | undefined)?.id as string) : undefined;
	return {
		...harmless(sms, 'destinations'),
		destinations: { phone: [elementWithId(phone, id)] },
		message: prefixed(message, intended),
	};
}

/** The fields without those of `recipients`. */
function harmless(fields: GatewayTree, ...recipients: string[]): GatewayTree {
	const others = Object.entries(fields).filter(([name]) => !recipients.includes(name));
	const unknown = others.find(([name, value]) => value !== undefined && !REACH_NOBODY.has(name));
	if (!unknown) return Object.fromEntries(others);
	throw mayReach(unknown[0]);
}

const mayReach = (name: string) =>
	new InputError(`cannot be rehearsed, because '${name}' may reach people`);

const isElement = (value: GatewayValue): value is GatewayTree =>
	typeof value === 'object' && !Array.isArray(value);

/** The text with the intended recipients in front; unchanged if there is no room. */
function prefixed(text: GatewayValue, [first, ...others]: readonly GatewayValue[]): string {
	const words = String(text ?? '');
	const name = writtenPhone(String(isElement(first) ? first._ : first));
	const more = others.length === 0 ? '' : ` and ${others.length} more`;
	const prefix = `To ${name}${more}: `;
	return prefix.length + words.length > MAX_MESSAGE_CHARACTERS ? words : prefix + words;
}
