import { readDate } from './dates';
import { eventId, fingerprint, fingerprintAll, minuteOf } from './eventId';
import type { EventRecord } from './fields';
import { readRecord } from './fields';
import { phoneForms } from './phone';

export interface IncomingMessage extends EventRecord {
	/** Empty when the message has no text; undefined when no field is known to be its text. */
	message: string | undefined;
	/** The number of the account that received it, in the form of `phone`. */
	to: string | undefined;
	toInternational: string | undefined;
}

const FIELDS = ['phone', 'dest', 'message', 'date'];

/** Line ends and outer white space may change on the way through XML. */
const sameText = (message: string) => message.trim().replace(/\s+/g, ' ');

// Assumption: incomingRecords
/**
 * Reads a message that somebody sent to the account, pushed or polled. The field names of a polled message are not shown in
 * the specification; we expect those of the push, as in the other feeds. Messages with the
 * same text from the same number within one minute share an `eventId`, since a polled date has no seconds; `identitiesOf`
 * tells them apart.
 *
 * Source: specification, "Incoming message" feed; gateway-api, section 9, "incoming".
 */
export function readIncomingMessage(record: Readonly<Record<string, unknown>>): IncomingMessage {
	const fields = readRecord(record, FIELDS);
	const [phone, to] = [phoneForms(fields.get('phone')), phoneForms(fields.get('dest'))];
	const date = readDate(fields.get('date'));
	const message = fields.get('message');
	// In the order of the output: what people look for comes first.
	return {
		phone: phone.shown,
		message: message ?? (fields.has('message') || fields.other === undefined ? '' : undefined),
		date,
		to: to.shown,
		phoneInternational: phone.international,
		toInternational: to.international,
		...(fields.other && { other: fields.other }),
		eventId: eventId(
			'incomingMessage',
			phone.key,
			[
				to.key,
				minuteOf(date),
				message === undefined ? fingerprintAll(record) : fingerprint(sameText(message)),
			],
			record,
		),
	};
}
