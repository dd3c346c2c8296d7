import { counted } from './counts';
import { MAX_MESSAGE_CHARACTERS } from './limits';
import { isOfIsrael, toInternational, toNational } from './phone';
import type { GatewayTree, GatewayValue } from './tree';

/** A request as it goes out in a rehearsal. */
export interface Rehearsed {
	root: string;
	/** `undefined` when nothing goes out. */
	body: GatewayTree | undefined;
	/** How many texts, calls or codes it has. */
	sent: number;
	/** How many do not go out. */
	left: number;
}

/** One text and one intended recipient. */
interface Message {
	to: string;
	id: GatewayValue;
	part: GatewayTree;
}

/** A number as people write it: `050-123 4567`, `03-123 4567`, `+12125550100`. */
export function writtenPhone(phone: string): string {
	const national = toNational(phone);
	if (national === undefined || !isOfIsrael(national)) return toInternational(phone) ?? phone;
	return national.replace(/^(\d+)(\d{3})(\d{4})$/, '$1-$2 $3');
}

/** Whether a request texts or calls somebody, or checks a code that was texted. */
export const isRehearsed = (root: string): boolean => REWRITES.has(root);

/** The number of contacts of contact lists, by their IDs, as far as it is known. */
export type ListSizes = ReadonlyMap<string, number>;

/**
 * Rewrites a request so that all it sends goes to one phone, with the intended number in front of the text. For a contact list,
 * one text goes out, which names the list and its size.
 *
 * @param most how many texts may go out
 */
export function rehearse(
	root: string,
	body: GatewayTree,
	phone: string,
	most: number,
	sizes: ListSizes = new Map(),
): Rehearsed {
	const rewrite = REWRITES.get(root);
	return rewrite ? rewrite(body, phone, most, sizes) : { root, body, sent: 0, left: 0 };
}

/** The contact lists that a request would text. */
export const listsIn = (body: GatewayTree): string[] =>
	[body, ...partsIn(body.messages)].flatMap(listsOf);

type Rewrite = (body: GatewayTree, phone: string, most: number, sizes: ListSizes) => Rehearsed;

const REWRITES: ReadonlyMap<string, Rewrite> = new Map(
	Object.entries<Rewrite>({
		sms: (body, phone, most, sizes) => {
			const messages = messagesIn(body, sizes);
			return isTree(body.tts)
				? oneCall(body, messages, phone, most)
				: texts(body, messages, phone, most);
		},
		bulk: ({ messages, ...settings }, phone, most, sizes) => {
			const parts = partsIn(messages).flatMap((part) => messagesIn(part, sizes));
			return texts(settings, parts, phone, most);
		},
		send_otp: (body, phone, most) => {
			const text = prefixed(to([phoneIn(body.phone)]), textOf(body.text) || 'The code is [code]');
			return most < 1
				? { root: 'send_otp', body: undefined, sent: 0, left: 1 }
				: { root: 'send_otp', body: { ...body, phone, text }, sent: 1, left: 0 };
		},
		// A code belongs to the phone that it was texted to.
		validate_otp: (body, phone) => ({
			root: 'validate_otp',
			body: { ...body, phone },
			sent: 0,
			left: 0,
		}),
	}),
);

/** The texts as a batch, because each begins with another number. A single text is no batch. */
function texts(settings: GatewayTree, messages: Message[], phone: string, most: number): Rehearsed {
	const going = messages.slice(0, Math.max(0, most));
	const counts = { sent: going.length, left: messages.length - going.length };
	const parts = going.map(({ to: number, id, part: { message, ...part } }) => ({
		...part,
		...aimed(phone, [id]),
		message: prefixed(to([number]), textOf(message)),
	}));
	const shared = batchWide(settings, phone);
	if (parts.length === 0) return { root: 'bulk', body: undefined, ...counts };
	if (parts.length === 1) {
		const { tag } = settings;
		return { root: 'sms', body: { ...shared, ...(tag && { tag }), ...parts[0] }, ...counts };
	}
	return { root: 'bulk', body: { ...shared, messages: { sms: parts } }, ...counts };
}

/** One call, because there is no batch of calls. It names the first number, and counts the others. */
function oneCall(body: GatewayTree, messages: Message[], phone: string, most: number): Rehearsed {
	const [first] = messages;
	if (!first || most < 1) {
		return { root: 'sms', body: undefined, sent: 0, left: messages.length };
	}
	const message = prefixed(to(messages.map((each) => each.to)), textOf(body.message));
	const { tts } = body;
	return {
		root: 'sms',
		body: { ...batchWide(body, phone), ...first.part, tts, ...aimed(phone, [first.id]), message },
		sent: 1,
		left: messages.length - 1,
	};
}

/** The settings of a whole batch, without `temp_bl`: it would keep all texts but the first from the one phone. */
const batchWide = (
	{ timing, add_unsubscribe, includes_international, campaign_name }: GatewayTree,
	phone: string,
): GatewayTree => ({
	timing,
	add_unsubscribe,
	includes_international: toNational(phone) === undefined ? '1' : includes_international,
	campaign_name,
});

const aimed = (phone: string, ids: GatewayValue[]): GatewayTree => ({
	destinations: {
		phone: ids.map((id) => (id === undefined ? { _: phone } : { $: { id }, _: phone })),
	},
});

/** The messages of one `sms`: one for each number, and one for each contact list. */
function messagesIn(sms: GatewayTree, sizes: ListSizes): Message[] {
	const { source, message, links } = sms;
	const part = { source, message, links };
	const phones = destinationsIn(sms).flatMap(({ phone }) => many(phone));
	const named = (list: string) => {
		const size = sizes.get(list);
		return `contact list ${list}${size === undefined ? '' : ` (${counted(size, 'contact')})`}`;
	};
	return [
		...phones.map((phone) => ({ to: phoneIn(phone), id: idIn(phone), part })),
		...listsOf(sms).map((list) => ({ to: named(list), id: undefined, part })),
	];
}

const destinationsIn = (sms: GatewayTree) => many(sms.destinations).filter(isTree);
const listsOf = (sms: GatewayTree) =>
	[...destinationsIn(sms), sms].flatMap(({ cl_id: list }) => many(list).map(textOf));

/** `{"sms": [...]}`, or the array of objects, with or without `sms`, that the documentation mentions. */
const partsIn = (messages: GatewayValue): GatewayTree[] =>
	many(messages)
		.filter(isTree)
		.flatMap((entry) => (entry.sms === undefined ? [entry] : many(entry.sms).filter(isTree)));

const to = ([first = '', ...others]: string[]): string =>
	others.length === 0 ? `To ${first}: ` : `To ${first} and ${others.length} more: `;

const prefixed = (prefix: string, text: string): string =>
	(prefix + text).slice(0, MAX_MESSAGE_CHARACTERS);

const phoneIn = (phone: GatewayValue): string => writtenPhone(textOf(phone));
const idIn = (phone: GatewayValue): GatewayValue =>
	isTree(phone) && isTree(phone.$) ? phone.$.id : undefined;

const isTree = (value: GatewayValue): value is GatewayTree =>
	typeof value === 'object' && !Array.isArray(value);
const many = (value: GatewayValue): readonly GatewayValue[] =>
	value === undefined ? [] : Array.isArray(value) ? (value as readonly GatewayValue[]) : [value];
const textOf = (value: GatewayValue): string => {
	if (isTree(value)) return textOf(value._);
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
