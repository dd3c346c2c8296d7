import { pairKey, phoneKey } from '../../../gateway/phones/phone';
import type { IncomingMessage } from '../../../gateway/events/incomingMessage';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { list } from '../../../gateway/values/lists';
import { SAMPLE_INBOX, SAMPLE_PHONE } from '../../../gateway/phones/samplePhone';
import { placesOfWords, plainWriting, replyWords } from '../../../gateway/texts/replyWords';
import { feed } from './feed';

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
		read: (text) => plainWriting(text).replace(/\s+/g, ' '),
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
