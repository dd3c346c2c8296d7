import type { GatewayTree, GatewayValue } from '../values/tree';

export interface Recipient {
	phone: string;
	/** Missing: no delivery reports wanted (specification, "Message destination"). */
	externalId?: string;
}

export interface Recipients {
	readonly people: readonly Recipient[];
	readonly lists: readonly string[];
}

export interface Link {
	id: string;
	url: string;
}

/** The `tts` element, which makes a send a call (specification, sms with tts). */
export interface Speech extends GatewayTree {
	type: number;
}

/** Values of `tts.type` (specification, sms with tts). */
export const SPEECH = { callFilteredPhones: 2, textAndCall: 3, callOnly: 4 } as const;

/** What people get: a text, a call, or a one-time code. */
export interface Content {
	readonly source: string;
	/** For a one-time code: a text with `[code]`, or empty for the service's own text. */
	readonly text: string;
	readonly links: readonly Link[];
	readonly tag?: string;
	/** Whether the service fills the contacts' fields into the text. */
	readonly isMerged?: boolean;
	readonly speech?: Speech;
	/** The other elements of send_otp (gateway-api, section 4). */
	readonly code?: GatewayTree;
	/** Whether the output shows the code. */
	readonly showsCode?: boolean;
}

export interface Message extends Content {
	readonly to: Recipients;
}

export type Messages = readonly [Message, ...Message[]];

/** The settings that all messages of a request share. The names are the elements' (specification, sms and bulk). */
export interface SendSettings extends GatewayTree {
	timing?: string;
	add_unsubscribe?: string;
	temp_bl?: number;
	includes_international?: string;
	campaign_name?: string;
}

/** The operation that sends these messages: `bulk` only if they differ, since a call or a code cannot be in a batch. */
export function sendRoot(messages: Messages): string {
	const [{ code }] = messages;
	if (code) return 'send_otp';
	return areOne(messages) ? 'sms' : 'bulk';
}

/** `sendRoot` for a batch: a message to numbers and a list cannot be an `sms` there (specification, bulk). */
export const batchRoot = (messages: Messages): string =>
	messages.some(({ to }) => to.people.length > 0 && to.lists.length > 0)
		? 'bulk'
		: sendRoot(messages);

// Assumption: jsonBulk
/** The body of a send (specification, sms, bulk and sms with tts; gateway-api, section 4, send_otp). */
export function sendBody(messages: Messages, settings: SendSettings, root: string): GatewayTree {
	const [first] = messages;
	if (first.code) return codeElement(first);
	if (root === 'bulk') return { messages: { sms: messages.map(bulkElement) }, ...settings };
	const { source, text, tag, isMerged, links, speech } = first;
	return {
		source,
		destinations: {
			...phonesElement(messages.flatMap(({ to }) => to.people)),
			cl_id: first.to.lists,
		},
		message: text,
		tag,
		add_dynamic: isMerged ? '1' : undefined,
		...settings,
		links: linksElement(links),
		tts: speech,
	};
}

/** An element with an `id` attribute; without an ID, only the text. Source: specification, "JSON conversion". */
export const elementWithId = (text: string, id?: string): GatewayValue =>
	id === undefined ? text : { $: { id }, _: text };

const phonesElement = (people: readonly Recipient[]): GatewayTree => ({
	phone: people.map(({ phone, externalId }) => elementWithId(phone, externalId)),
});

/** A message of a batch takes at most one contact list (specification, bulk). */
const bulkElement = ({ source, to, text, links }: Message): GatewayTree => ({
	source,
	destinations: phonesElement(to.people),
	message: text,
	links: linksElement(links),
	cl_id: to.lists[0],
});

const codeElement = ({ source, text, to, code }: Message): GatewayTree => ({
	source,
	phone: to.people[0]?.phone,
	text: text === '' ? undefined : text,
	...code,
});

const linksElement = (links: readonly Link[]): GatewayTree | undefined =>
	links.length === 0 ? undefined : { link: links.map(({ id, url }) => elementWithId(url, id)) };

/** Whether a single `sms` can carry them all. */
const areOne = (messages: Messages): boolean =>
	messages.length === 1 ||
	messages.every((one) => one.to.lists.length === 0 && isSame(messages[0], one));

/** Whether two messages differ only in their recipients. */
const isSame = (one: Content, other: Content): boolean =>
	one.text === other.text &&
	one.source === other.source &&
	one.tag === other.tag &&
	JSON.stringify(one.links) === JSON.stringify(other.links);

export const externalIdsIn = (messages: readonly Message[]): string[] =>
	messages.flatMap(({ to }) => to.people.flatMap(({ externalId }) => externalId ?? []));
