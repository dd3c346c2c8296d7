import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { GatewayTree } from '../../gateway/values/tree';
import type { Window } from '../../gateway/values/windows';
import type { DeliveryReport, DeliveryState } from '../../gateway/events/deliveryReport';
import { readDeliveryReport } from '../../gateway/events/deliveryReport';
import { executionOf } from '../texts/runId';
import { NO_ID } from '../../gateway/values/checks';
import { list } from '../../gateway/values/lists';
import { pairKey, phoneKey, SAMPLE_INBOX, SAMPLE_PHONE } from '../../gateway/phones/phone';
import type { IncomingMessage } from '../../gateway/events/incomingMessage';
import { readIncomingMessage } from '../../gateway/events/incomingMessage';
import { placesOfWords, plainWriting, replyWords } from '../../gateway/texts/replyWords';
import type { BlocklistEntry } from '../../gateway/events/blocklistEntry';
import { listedIds, readBlocklistEntry } from '../../gateway/events/blocklistEntry';

export interface FeedEvent {
	/** The same however often an event arrives, pushed or polled. */
	eventId: string;
	/** ISO 8601 with Israel's offset; unchanged if we cannot read it. */
	date?: string | undefined;
	/** Unknown fields, unchanged. */
	other?: Record<string, unknown>;
}

/** A feed: one kind of event, which the service pushes, and lists when polled. */
export interface Feed<Event extends FeedEvent = FeedEvent> {
	/** The `event` in the output. */
	value: string;
	/** The feed's name in the triggers' drop-downs. */
	name: string;
	description: string;
	read(record: Readonly<Record<string, unknown>>): Event;
	/** If the listing masks numbers: what the event shares with its masked record, or a masked record with its push. */
	listedIds?(event: Event): string[];
	/** The specification's example push, with numbers that belong to nobody. */
	sample: Readonly<Record<string, string>>;
	poll: { root: string; body(window: Window): GatewayTree };
	filters: INodeProperties[];
	/** Makes a test for events from the chosen filters. */
	filter?(chosen: IDataObject): (event: Event) => boolean;
}

/** Hides a feed's event type, so that different feeds fit in one list. */
export const feed = <Event extends FeedEvent>(definition: Feed<Event>): Feed =>
	definition as unknown as Feed;

export interface FoundReport extends DeliveryReport {
	/** The execution that sent the message, if the external ID is ours. */
	executionId?: string;
}

export function readFoundReport(record: Readonly<Record<string, unknown>>): FoundReport {
	const { eventId, ...report } = readDeliveryReport(record);
	return { ...report, ...executionOf(report.externalId), eventId };
}

const DELIVERY_STATES: Array<{ name: string; value: DeliveryState; description?: string }> = [
	{ name: 'Blocked', value: 'blocked', description: 'Refused before delivery, e.g. opted out' },
	{ name: 'Delivered', value: 'delivered' },
	{ name: 'Expired', value: 'expired' },
	{ name: 'Failed', value: 'failed' },
	{
		name: 'Sent, Unconfirmed',
		value: 'sentUnconfirmed',
		description: 'The carrier gave no confirmation',
	},
	{ name: 'Unknown', value: 'unknown', description: 'A code that is not documented' },
];

/** Source: specification, "Feeds", "dlr", "dlrByDate". */
export const deliveryReport = feed<FoundReport>({
	value: 'deliveryReport',
	name: 'Delivery Report',
	description: 'The delivery status of a sent message arrived or changed',
	read: readFoundReport,
	sample: {
		external_id: 'order-1042',
		status: '102',
		he_message: 'הגיע ליעד',
		en_message: 'Delivered',
		date: '01/05/26 10:30:07',
		phone: SAMPLE_PHONE,
		operaor: 'Pelephone',
		shipment_id: '31518',
	},
	poll: {
		root: 'dlrByDate',
		body: ({ from, to }) => ({ transactions: { external_id: NO_ID }, from, to }),
	},
	filters: [
		{
			displayName: 'Delivery States',
			name: 'deliveryStates',
			type: 'multiOptions',
			options: DELIVERY_STATES,
			default: [],
			description: 'Only delivery reports with one of these states. If left empty, all of them.',
		},
		{
			displayName: 'Final Reports Only',
			name: 'finalOnly',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out delivery reports that another one may follow',
		},
	],
	filter({ deliveryStates, finalOnly }) {
		const states = new Set(list(deliveryStates));
		return ({ state, final }) =>
			(states.size === 0 || states.has(state)) && (finalOnly !== true || final);
	},
});

/** Adds the fields that n8n's AI nodes use for a conversation and its text. */
interface TextMessage extends IncomingMessage {
	/** The same for all texts of a person to one number, pushed or polled; if the person is unknown, the event's ID. */
	sessionId: string;
	chatInput: string | undefined;
}

function readTextMessage(record: Readonly<Record<string, unknown>>): TextMessage {
	const message = readIncomingMessage(record);
	const { phone, to, message: chatInput, eventId } = message;
	return { ...message, sessionId: phone ? pairKey(phone, to) : eventId, chatInput };
}

/**
 * Characters of a text that are searched for keywords, more than phones send at once. Normalising may turn one character into
 * 18.
 */
const MOST_READ = 2000;

/** How to read a text for a keyword, and how to find the keyword in it. */
const KEYWORD_MATCH: Record<
	string,
	{ read(text: string): string; has(text: string, keyword: string): boolean }
> = {
	contains: {
		read: plainWriting,
		has: (text, keyword) => placesOfWords(text, keyword).length > 0,
	},
	firstWord: {
		read: replyWords,
		// Punctuation may follow the word.
		has: (text, keyword) =>
			text.startsWith(keyword) && !/^[\p{L}\p{N}]/u.test(text.slice(keyword.length)),
	},
	whole: { read: replyWords, has: (text, keyword) => text === keyword },
};

/** Source: specification, "Feeds", "incoming"; gateway-api, section 9. */
export const incomingMessage = feed<TextMessage>({
	value: 'incomingMessage',
	name: 'Incoming Message',
	description: 'Somebody sent a message to one of your numbers',
	read: readTextMessage,
	sample: {
		message: 'Yes, see you at ten',
		date: '01/05/26 10:31:12',
		phone: SAMPLE_PHONE,
		dest: SAMPLE_INBOX,
	},
	poll: { root: 'incoming', body: ({ from, to }) => ({ from, to }) },
	filters: [
		{
			displayName: 'Keyword Match',
			name: 'keywordMatch',
			type: 'options',
			options: [
				{ name: 'Anywhere in the Text', value: 'contains' },
				{ name: 'First Word', value: 'firstWord' },
				{ name: 'Whole Text', value: 'whole' },
			],
			default: 'contains',
			description: 'Where the keyword must be in an incoming message',
		},
		{
			displayName: 'Keywords',
			name: 'keywords',
			type: 'string',
			default: '',
			placeholder: 'e.g. stop, הסר',
			description:
				'Only incoming messages with one of these words, in upper or lower case. Separate several by commas.',
		},
		{
			displayName: 'To Numbers',
			name: 'receivingNumbers',
			type: 'string',
			default: '',
			placeholder: 'e.g. 0559000100',
			description:
				'Only incoming messages to one of these numbers of yours. Separate several by commas.',
		},
		{
			displayName: 'From Numbers',
			name: 'senders',
			type: 'string',
			default: '',
			placeholder: 'e.g. 0501234567',
			description:
				'Only incoming messages from one of these phone numbers. Separate several by commas.',
		},
	],
	filter({ receivingNumbers, senders, keywords, keywordMatch = 'contains' }) {
		const receivers = list(receivingNumbers).map(phoneKey);
		const persons = list(senders).map(phoneKey);
		const isOne = (keys: Array<string | undefined>, phone: string | undefined) =>
			keys.length === 0 || keys.includes(phoneKey(phone));
		const words = list(keywords);
		// A value that is no choice finds nothing: `checkEventChoices` tells the owner.
		const match = KEYWORD_MATCH[String(keywordMatch).trim()];
		const said = match ? words.map((word) => match.read(word)) : [];
		const isSaid = (message = '') => {
			const text = match?.read(message.slice(0, MOST_READ)) ?? '';
			return words.length === 0 || said.some((word) => match?.has(text, word));
		};
		return ({ phone, to, message }) =>
			isOne(receivers, to) && isOne(persons, phone) && isSaid(message);
	},
});

/** Source: specification, "Feeds", "blacklist", "Blocklist entry". */
export const blocklistAddition = feed<BlocklistEntry>({
	value: 'blocklistAddition',
	name: 'Blocklist Addition',
	description: 'A recipient was blocked, normally by opting out',
	read: readBlocklistEntry,
	listedIds,
	sample: { message: 'המספר נחסם לקבלת הודעות', date: '01/05/26 10:32:40', dest: SAMPLE_PHONE },
	poll: { root: 'blacklist', body: ({ from, to }) => ({ from, to }) },
	filters: [],
});

/** If a push could belong to several feeds, the first here counts. */
export const FEEDS: readonly Feed[] = [deliveryReport, incomingMessage, blocklistAddition];
