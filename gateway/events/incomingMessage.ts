import { groupBy } from '../values/lists';
import { instantOf, readDate } from '../values/dates';
import { eventId, fingerprint, minuteOf } from './eventId';
import type { RawRecord } from '../replies/records';
import { textsIn } from '../values/checks';
import { otherFields, readRecord } from '../replies/records';
import { phoneForms, phoneKey } from '../phones/phone';

const FIELDS = ['phone', 'dest', 'message', 'date'];

// Assumption: incomingRecords
/**
 * Reads a message that somebody sent to the account. We expect a polled one to have the names of a push, as in the other feeds. A
 * polled date has no seconds, so two equal texts from one number within one minute are one event.
 * Source: specification, "Incoming message" feed; gateway-api, section 9, "incoming".
 */
export function readIncomingMessage(record: RawRecord) {
	const read = readRecord(record);
	const { texts: fields, names } = read;
	const other = otherFields(read, FIELDS);
	const [phone, to] = [phoneForms(fields.get('phone')), phoneForms(fields.get('dest'))];
	const date = readDate(fields.get('date'));
	// Without a text, an unknown field may hold it. XML may change line ends and outer white space.
	const text = fields.get('message') ?? (other === undefined ? '' : undefined);
	const words = text?.trim().replace(/\s+/g, ' ');
	// A sender that is no number is a name that whoever writes has chosen: the ID hides it.
	const named = phone.international === undefined ? phone.key && fingerprint(phone.key) : phone.key;
	const who = named ?? (names.has('phone') ? 'withheld' : undefined);
	// n8n shows the fields in this order: the most wanted first.
	return {
		phone: phone.shown,
		/** Empty if the message has no text; undefined if no field is known to be its text. */
		message: text ?? (names.has('message') ? '' : undefined),
		date,
		/** The account's number that received it. */
		to: to.shown,
		phoneInternational: phone.international,
		toInternational: to.international,
		...(other && { other }),
		eventId: eventId(
			'incomingMessage',
			who,
			[to.key ?? '', minuteOf(date), words === undefined ? words : fingerprint(words)],
			record,
			other,
		),
	};
}

export type IncomingMessage = ReturnType<typeof readIncomingMessage>;

/** A person, and the account's number that texts them and receives their replies. */
export interface Conversation {
	phone: string;
	sender: string;
}

export type Heard = ReturnType<typeof heardIn>;

// Assumption: incomingRecords
/**
 * Sorts messages by person. A message without `dest` counts for every sender, and one without `phone` is from any phone in its
 * other fields. `key` is unique and the same in every listing: a person may write the same text twice in a minute.
 * @param messages all messages of their minutes
 */
export function heardIn(messages: readonly IncomingMessage[]) {
	const counts = new Map<string, number>();
	const keyed = [...messages]
		.sort((a, b) => (instantOf(a.date) ?? 0) - (instantOf(b.date) ?? 0))
		.map((message) => {
			const count = (counts.get(message.eventId) ?? 0) + 1;
			counts.set(message.eventId, count);
			return { ...message, key: `${count} ${message.eventId}` };
		});
	const said = groupBy(
		keyed.flatMap((heard) => {
			const phones = heard.phone === undefined ? textsIn(heard.other) : [heard.phone];
			return [...new Set(phones.map(phoneKey))].map((person) => ({ person, heard }));
		}),
		({ person }) => person,
	);
	return ({ phone, sender }: Conversation) =>
		(said.get(phoneKey(phone)) ?? [])
			.map(({ heard }) => heard)
			.filter(({ to }) => to === undefined || phoneKey(to) === phoneKey(sender));
}
