import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	checkFilledIn,
	checkMessage,
	checkSender,
	checkSwitch,
	InputError,
	plainText,
} from '../../../gateway/checks';
import { elementWithId } from '../../../gateway/codec';
import { toGatewayDate } from '../../../gateway/dates';
import { DYNAMIC_CONTACT_LISTS } from '../../../gateway/limits';
import { measureMessage } from '../../../gateway/messageLength';
import type { MessageLength } from '../../../gateway/messageLength';
import { isOfIsrael } from '../../../gateway/phone';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters';
import { unlessEmpty } from './optionGroup';
import { destinations, externalIdsOption, recipients, TO_LISTS } from './recipients';
import type { Recipient, Recipients } from './recipients';
import {
	checkOptOut,
	extentOptions,
	sendSettingOptions,
	sendSettings,
	sendTime,
} from './sendOptions';
import type { SendSettings, SendTime } from './sendOptions';

/** The verified sender a message goes out as (specification, Verified sender). */
export const sender: INodeProperties = {
	displayName: 'Sender',
	name: 'source',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'Who the message comes from: a number or a name of up to 11 English letters and digits that is verified for your account. Nobody can reply to a name.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a verified sender',
			typeOptions: { searchListMethod: 'searchSenders', searchable: true },
		},
		{
			displayName: 'By Value',
			name: 'value',
			type: 'string',
			placeholder: 'e.g. 0501234567 or MyShop',
		},
	],
};

/** The text of a message; `checkMessage` checks its length. */
export const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order is on its way',
	description: 'The text, up to 1005 characters',
};

/**
 * Links to shorten: `[link-id]` in the text is the placeholder of the short link with that id (specification, sms). In
 * practice, `[link-1]` also stands for the id `link-1`, so both readings count.
 */
export const linksOption: INodeProperties = {
	displayName: 'Short Links',
	name: 'links',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add link',
	default: {},
	description:
		'Links that the service shortens. Write [link-1] in the message where the link with ID 1 belongs.',
	options: [
		{
			displayName: 'Link',
			name: 'link',
			values: [
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. 1',
					description: 'What stands for the link in the message: [link-1] for the ID 1',
				},
				{
					displayName: 'URL',
					name: 'url',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/offer',
				},
			],
		},
	],
};

const FIELD_PLACE = /\[DYNAMIC_FIELD\d\]/i;

/**
 * Refuses a text with placeholders for contact fields if nothing fills them in, because people would get the brackets.
 * @throws InputError
 */
function checkWithoutFields(message: string): string {
	const [place] = message.match(FIELD_PLACE) ?? [];
	if (place === undefined) return message;
	throw new InputError(
		`has ${place}, which only SMS, Send and Voice, Send replace, with 'Merge Contact Fields'; add that option, or take it out`,
	);
}

const PLACE = /\[link-([^\][\s]+)\]/gi;

/** The ids of the placeholders for short links in a text. */
const placesIn = (message: string): string[] =>
	message.includes('[') ? [...message.matchAll(PLACE)].map(([, id = '']) => idOf(id)) : [];

const idOf = (id: string) => id.replace(/^link-/i, '').toLowerCase();

/** Refuses a text with placeholders for short links or contact fields, because nothing fills them in. */
export function checkWithoutPlaces(message: string): string {
	const [place] = message.match(PLACE) ?? [];
	if (place === undefined) return checkWithoutFields(message);
	throw new InputError(`has ${place}, which stands for a short link; take it out`);
}

/** A link that the service shortens. */
export interface Link {
	id: string;
	url: string;
}

const NO_LINKS: Link[] = [];
const shortLinks = unlessEmpty(readLinks);

function readLinks({ link }: IDataObject): Link[] {
	const ids = new Set<string>();
	return ((link ?? []) as IDataObject[]).map((given) => {
		const [id, url] = [plainText(given.id).trim(), checkFilledIn(plainText(given.url).trim())];
		if (id === '' || url === '') {
			throw new InputError('has a link without ID or URL; fill in both');
		}
		if (ids.has(idOf(id))) {
			throw new InputError(`has two links with the ID ${id}; give each an ID of its own`);
		}
		ids.add(idOf(id));
		return { id, url };
	});
}

/** The links of a message. Each link must have a placeholder in the message, and each placeholder a link. */
export function linksOf(parameters: Parameters, message: string): Link[] {
	const places = placesIn(message);
	const links = parameters.option('links', shortLinks) ?? NO_LINKS;
	if (links.length > 0 || places.length > 0) checkPlaces(parameters, message, links, places);
	return links;
}

function checkPlaces(
	parameters: Parameters,
	message: string,
	links: readonly Link[],
	places: string[],
): void {
	const unused = links.find(
		({ id }) => !message.includes(`[link-${id}]`) && !message.includes(`[${id}]`),
	);
	if (unused) {
		throw parameters.refusal(
			'links',
			`has link ${unused.id}, but the message has no [link-${unused.id}]; write that where the link belongs`,
		);
	}
	const lost = places.find((id) => !links.some((link) => idOf(link.id) === id));
	if (lost === undefined) return;
	throw parameters.refusalAbout(
		"'Message'",
		`has [link-${lost}], but there is no link with the ID ${lost}; add it under 'Short Links', or take it out of the message`,
	);
}

/** The `links` element; nothing without links. */
export const linksElement = (links: readonly Link[]): GatewayTree | undefined =>
	links.length === 0 ? undefined : { link: links.map(({ id, url }) => elementWithId(url, id)) };

const mergeContactFields: INodeProperties = {
	displayName: 'Merge Contact Fields',
	name: 'addDynamic',
	type: 'boolean',
	default: true,
	description:
		'Whether to replace [DYNAMIC_FIELD1] to [DYNAMIC_FIELD6] in the message with the fields of each contact. Needs exactly one contact list.',
	displayOptions: { show: { '/sendTo': [TO_LISTS] } },
};

const tag: INodeProperties = {
	displayName: 'Tag',
	name: 'tag',
	type: 'string',
	default: '',
	placeholder: 'e.g. #',
	description:
		'For apps that read a code from the SMS: the tag # puts &lt;#&gt; in front of the message',
};

/** The options that change the text. */
const textOptions: INodeProperties[] = [linksOption, mergeContactFields, tag];

/** All options of a send, besides sender, recipients and text (specification, sms). */
export const smsOptions: INodeProperties[] = [
	...sendSettingOptions,
	...textOptions,
	externalIdsOption,
];

/** The options that change what a send costs. */
export const costOptions: INodeProperties[] = [...extentOptions, ...textOptions];

/** One text or call, to any number of phone numbers and contact lists (specification, sms). */
export interface Message {
	source: string;
	to: Recipients;
	text: string;
	tag?: string;
	/** Whether the service puts the fields of contacts into the text. */
	isMerged: boolean;
	links: Link[];
	settings: SendSettings;
	when: SendTime;
}

const asText = (tag: string) => tag;

/** The message of an item. */
export function readMessage(parameters: Parameters): Message {
	const source = parameters.checked('source', checkSender);
	checkOptOut(parameters, source);
	const to = recipients(parameters);
	const isMerged = parameters.option('addDynamic', checkSwitch) === true;
	if (isMerged) checkMerge(parameters, to);
	const text = parameters.checked('message', isMerged ? checkMessage : checkPlainMessage);
	return {
		source,
		to,
		text,
		tag: parameters.option('tag', asText),
		isMerged,
		links: linksOf(parameters, text),
		settings: parameters.options(sendSettings),
		when: parameters.options(sendTime),
	};
}

/** Checks a text that nothing merges contact fields into. */
export const checkPlainMessage = (text: string | number): string =>
	checkWithoutFields(checkMessage(text));

function checkMerge(parameters: Parameters, { people, lists }: Recipients): void {
	if (people.length === 0 && lists.length === DYNAMIC_CONTACT_LISTS) return;
	throw parameters.refusal(
		'addDynamic',
		"needs exactly one contact list and no phone numbers; choose 'Contact Lists' under 'Send To'",
	);
}

/** The `sms` element of a message (specification, sms). */
export const smsElement = ({
	source,
	to,
	text,
	tag,
	isMerged,
	links,
	settings,
}: Message): GatewayTree => ({
	source,
	destinations: destinations(to),
	message: text,
	tag,
	add_dynamic: isMerged ? '1' : undefined,
	...settings,
	links: linksElement(links),
});

/** The texts and calls that people get from a send. */
export interface Outgoing {
	source: string;
	people: readonly Recipient[];
	lists: readonly string[];
	/** As the node sends it, without what the service adds. */
	text: string;
	links: readonly Link[];
	timing?: string;
	/** The campaign name. */
	campaign?: string;
	/** Whether the service adds something of unknown length to the text. */
	isExtended?: boolean;
	/** A call beside the text, or instead of it. */
	call?: 'beside' | 'instead';
}

export const outgoing = ({ source, to, text, tag, links, settings }: Message): Outgoing => ({
	source,
	people: to.people,
	lists: to.lists,
	text: tag === undefined ? text : `<${tag}>${text}`,
	links,
	timing: settings.timing,
	campaign: settings.campaign_name,
	isExtended: links.length > 0 || settings.add_unsubscribe !== undefined,
});

/** The same message to fewer recipients. */
export const withRecipients = <M extends Message>(message: M, to: Recipients): M => ({
	...message,
	to,
});

/** The same message at another time (milliseconds since 1970). */
export const atTime = <M extends Message>(message: M, at: number): M => ({
	...message,
	settings: { ...message.settings, timing: toGatewayDate(at) },
});

interface Cost {
	length: MessageLength;
	messages: number;
	/** SMS credits for numbers in Israel. A call counts as one credit. */
	credits: number;
	/** Paid in money, at prices that differ by country and are not known. */
	international: { recipients: number; segments: number };
}

/** The cost of a send, without the people on contact lists, because their number is unknown. */
export function costOf({ text, people, call }: Outgoing): Cost {
	const length = measureMessage(text);
	const texts = call === 'instead' ? 0 : 1;
	const calls = call === undefined ? 0 : 1;
	const inIsrael = people.filter(({ phone }) => isOfIsrael(phone)).length;
	const abroad = people.length - inIsrael;
	const each = texts * length.segments + calls;
	return {
		length,
		messages: (texts + calls) * people.length,
		credits: each * inIsrael,
		international: { recipients: abroad, segments: each * abroad },
	};
}

/** Which messages of a run count as duplicates. */
export type Duplicates = 'skipIdentical' | 'onePerNumber' | 'sendAll';

/** A number or a contact list that `first` has sent the same text to. */
export type Repeat<Sender> = { first: Sender } & ({ phone: string } | { contactList: string });

/** Finds duplicates: remembers who was the first to send a text to a number or a contact list. */
export class FirstOfEach<Sender> {
	/** The first text to each recipient. Most get no other, so their texts are not compared. */
	private readonly firsts = new Map<string, Sent<Sender>>();
	/** The senders of further texts, by recipient and text. */
	private readonly senders = new Map<string, Sender>();

	/** The recipients that another send of the same text went to before. For all others, this send is noted as the first. */
	repeats(
		sent: Outgoing,
		sender: Sender,
		duplicates: Duplicates,
		account?: string,
	): Array<Repeat<Sender>> {
		if (duplicates === 'sendAll') return [];
		const own = { sender, sent, duplicates, account };
		const repeats: Array<Repeat<Sender>> = [];
		for (const { phone } of sent.people) {
			const first = this.before(phone, own);
			if (first !== undefined) repeats.push({ first, phone });
		}
		for (const contactList of sent.lists) {
			const first = this.before(`list ${contactList}`, own);
			if (first !== undefined) repeats.push({ first, contactList });
		}
		return repeats;
	}

	private before(recipient: string, own: Sent<Sender>): Sender | undefined {
		const first = this.firsts.get(recipient);
		if (first === undefined) {
			this.firsts.set(recipient, own);
			return undefined;
		}
		const text = textKey(own);
		if (textKey(first) === text) return first.sender;
		const key = `${recipient}\n${text}`;
		const other = this.senders.get(key);
		if (other === undefined) this.senders.set(key, own.sender);
		return other;
	}
}

interface Sent<Sender> {
	sender: Sender;
	sent: Outgoing;
	duplicates: Duplicates;
	account?: string;
}

/** Equal for duplicates: sends of the same text, links, sender, account and time, or with `onePerNumber` any two. */
export function textKey({ sent, duplicates, account = '' }: Omit<Sent<unknown>, 'sender'>): string {
	if (duplicates === 'onePerNumber') return '';
	const { source, text, links, timing = '', call = '' } = sent;
	const linksText = links.length > 0 ? JSON.stringify(links) : '';
	return [account, source, timing, call, linksText, text].join('\n');
}
