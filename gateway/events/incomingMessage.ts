import { readDate } from '../values/dates';
import { eventId, fingerprint, minuteOf } from './eventId';
import type { EventRecord } from '../replies/readFields';
import { readRecord } from '../replies/readFields';
import { phoneForms } from '../phones/phone';

export interface IncomingMessage extends EventRecord {
	/** Empty if the message has no text; undefined if no field is known to be its text. */
	message: string | undefined;
	/** The account's number that received it, in the form of `phone`. */
	to: string | undefined;
	toInternational: string | undefined;
}

const FIELDS = ['phone', 'dest', 'message', 'date'];

/** XML may change line ends and outer white space. */
const sameText = (message: string) => message.trim().replace(/\s+/g, ' ');

// Assumption: incomingRecords
/**
 * Reads a message that somebody sent to the account, pushed or polled. The field names of a polled message are not shown in the
 * specification; we expect the names of the push, as in the other feeds. A polled date has no seconds, so two equal texts from
 * one number within one minute are one event.
 * Source: specification, "Incoming message" feed; gateway-api, section 9, "incoming".
 */
export function readIncomingMessage(record: Readonly<Record<string, unknown>>): IncomingMessage {
	const fields = readRecord(record, FIELDS);
	const [phone, to] = [phoneForms(fields.get('phone')), phoneForms(fields.get('dest'))];
	const date = readDate(fields.get('date'));
	// Without a text, an unknown field may hold it.
	const text = fields.get('message') ?? (fields.other === undefined ? '' : undefined);
	// A sender that is no number is a name that whoever writes has chosen: the ID hides it.
	const named = phone.international === undefined ? phone.key && fingerprint(phone.key) : phone.key;
	const who = named ?? (fields.has('phone') ? 'withheld' : undefined);
	// n8n shows the fields in this order: the most wanted first.
	return {
		phone: phone.shown,
		message: text ?? (fields.has('message') ? '' : undefined),
		date,
		to: to.shown,
		phoneInternational: phone.international,
		toInternational: to.international,
		...(fields.other && { other: fields.other }),
		eventId: eventId(
			'incomingMessage',
			who,
			[to.key ?? '', minuteOf(date), text === undefined ? text : fingerprint(sameText(text))],
			record,
			fields.other,
		),
	};
}
