import { fromGatewayDate } from './dates';
import { eventId, fingerprint, fingerprintAll, minuteOf, phoneKey } from './eventId';
import { readFields } from './fields';
import { shownPhone, toInternational } from './phone';

export interface IncomingMessage {
	eventId: string;
	/** Who sent it: `0501234567`, or as it came when it is not an Israeli number. */
	phone: string | undefined;
	/** `+972501234567` */
	phoneInternational: string | undefined;
	/** The customer's number it arrived on, as `phone`. */
	dest: string | undefined;
	destInternational: string | undefined;
	/** Empty when the message has no text. */
	message: string;
	/** ISO 8601 with Israel's offset. */
	date: string | undefined;
}

/** Line ends and outer white space may change on the way through XML. */
const sameText = (message: string) => message.trim().replace(/\s+/g, ' ');

// Assumption: incomingRecords
/**
 * Reads a message that somebody sent to the account, pushed or polled. The names of the polled record are not shown in
 * the specification; they are taken to be those of the push, as for the other feeds. The same text from the same number
 * within one minute has one `eventId`, since a polled date has no seconds; `eventIdentity` tells such messages apart.
 *
 * Source: specification, "Incoming message" feed; gateway-api, section 9, "incoming".
 */
export function readIncomingMessage(record: Readonly<Record<string, unknown>>): IncomingMessage {
	const fields = readFields(record);
	const [phone, dest, date] = [fields.get('phone'), fields.get('dest'), fields.get('date')];
	const message = fields.get('message');
	return {
		eventId: eventId(
			'incomingMessage',
			phoneKey(phone),
			[
				phoneKey(dest),
				minuteOf(date),
				message === undefined ? fingerprintAll(fields) : fingerprint(sameText(message)),
			],
			fields,
		),
		phone: shownPhone(phone),
		phoneInternational: phone && toInternational(phone),
		dest: shownPhone(dest),
		destInternational: dest && toInternational(dest),
		message: message ?? '',
		date: date && fromGatewayDate(date),
	};
}
