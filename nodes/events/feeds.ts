import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readBlocklistEntry } from '../../gateway/events/blocklistEntry';
import { readDeliveryReport } from '../../gateway/events/deliveryReport';
import type { DeliveryState } from '../../gateway/events/deliveryReport';
import { readIncomingMessage } from '../../gateway/events/incomingMessage';
import { pairKey, phoneKey, SAMPLE_INBOX, SAMPLE_PHONE } from '../../gateway/phones/phone';
import type { RawRecord } from '../../gateway/replies/records';
import { asksToBeRemoved } from '../../gateway/texts/removalWords';
import { hasWords, plainWriting, replyWords } from '../../gateway/texts/replyWords';
import { isOn, NO_ID } from '../../gateway/values/checks';
import { list } from '../../gateway/values/lists';
import type { GatewayTree } from '../../gateway/values/tree';
import { executionOf } from '../texts/text';

/** An event with its feed's name, or `unknown`, and the fields of its feed. */
export type PushEvent = { event: string; eventId: string; sample?: true } & Partial<
	ReturnType<typeof readFoundReport> &
		ReturnType<typeof readTextMessage> &
		ReturnType<typeof readBlocklistEntry>
>;

/** A feed: one kind of event, which the service pushes, and lists when polled. */
export interface Feed {
	/** The `event` in the output. */
	value: string;
	/** The feed's name in the triggers' drop-downs. */
	name: string;
	description: string;
	read(record: RawRecord): Omit<PushEvent, 'event'>;
	/** The specification's example push, with numbers that belong to nobody. */
	sample: Readonly<Record<string, string>>;
	/** The request that lists the events of a window. */
	root: string;
	body?: GatewayTree;
	filters: INodeProperties[];
	/** Makes a test for events from the chosen filters. */
	filter?(chosen: IDataObject): (event: PushEvent) => boolean;
}

/** A delivery report, with the execution that sent the message if its external ID is ours. */
export function readFoundReport(record: RawRecord) {
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
export const deliveryReport: Feed = {
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
	root: 'dlrByDate',
	body: { transactions: { external_id: NO_ID } },
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
		const states = list(deliveryStates);
		return ({ state = '', final }) =>
			(states.length === 0 || states.includes(state)) && (!isOn(finalOnly) || final === true);
	},
};

/** A message with the fields that n8n's AI nodes use: a person and a number have one session, an unknown person one a text. */
function readTextMessage(record: RawRecord) {
	const message = readIncomingMessage(record);
	const { phone, to, message: chatInput, eventId } = message;
	return {
		...message,
		sessionId: phone ? pairKey(phone, to) : eventId,
		chatInput,
		asksToBeRemoved: asksToBeRemoved(chatInput ?? ''),
	};
}

/** Characters that are searched for keywords, more than phones send at once: normalising may turn one into 18. */
const MOST_READ = 2000;

/** How to read a text for a keyword, and how to find the keyword in it. */
const KEYWORD_MATCH: Record<
	string,
	{ read(text: string): string; has(text: string, keyword: string): boolean }
> = {
	contains: {
		read: (text) => plainWriting(text).replace(/\s+/g, ' '),
		has: hasWords,
	},
	firstWord: {
		read: replyWords,
		// Punctuation may follow the word.
		has: (text, word) => text.startsWith(word) && !/^[\p{L}\p{N}]/u.test(text.slice(word.length)),
	},
	whole: { read: replyWords, has: (text, word) => text === word },
};

/** Source: specification, "Feeds", "incoming"; gateway-api, section 9. */
export const incomingMessage: Feed = {
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
	root: 'incoming',
	filters: [
		{
			displayName: 'Asks to Be Removed',
			name: 'asksToBeRemoved',
			type: 'boolean',
			default: true,
			description:
				'Whether only incoming messages that ask for no more texts start the workflow, such as stop or נא להסיר',
		},
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
			placeholder: 'e.g. hours, שעות',
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
	filter(chosen) {
		// What is empty or no choice finds nothing: `checkEventChoices` tells the owner.
		const listOf = (name: string) => (name in chosen ? list(chosen[name]) : undefined);
		const receivers = listOf('receivingNumbers')?.map(phoneKey);
		const persons = listOf('senders')?.map(phoneKey);
		const isOne = (keys: Array<string | undefined> | undefined, phone: string | undefined) =>
			keys?.includes(phoneKey(phone)) ?? true;
		const { keywordMatch = 'contains' } = chosen;
		const match = KEYWORD_MATCH[String(keywordMatch).trim()];
		const said = listOf('keywords')?.map((word) => match?.read(word) ?? word);
		const isSaid = (message = '') => {
			const text = match?.read(message.slice(0, MOST_READ)) ?? '';
			return said?.some((word) => match?.has(text, word)) ?? true;
		};
		return ({ phone, to, message, asksToBeRemoved: asks }) =>
			isOne(receivers, to) &&
			isOne(persons, phone) &&
			isSaid(message) &&
			(asks === true || !isOn(chosen.asksToBeRemoved));
	},
};

/** Source: specification, "Feeds", "blacklist", "Blocklist entry". */
export const blocklistAddition: Feed = {
	value: 'blocklistAddition',
	name: 'Blocklist Addition',
	description: 'A recipient was blocked, normally by opting out',
	read: readBlocklistEntry,
	sample: { message: 'המספר נחסם לקבלת הודעות', date: '01/05/26 10:32:40', dest: SAMPLE_PHONE },
	root: 'blacklist',
	filters: [],
};

/** If a push could belong to several feeds, the first here counts. */
export const FEEDS: readonly Feed[] = [deliveryReport, incomingMessage, blocklistAddition];
