import { fromGatewayDate } from './dates';
import { eventId, minuteOf, phoneKey } from './eventId';
import { readFields } from './fields';
import { maskedForms } from './maskedPhone';
import { shownPhone, toInternational } from './phone';

export interface BlocklistEntry {
	eventId: string;
	/** The blocked number: `0501234567`, or as it came when it is masked or not Israeli. */
	phone: string | undefined;
	/** `+972501234567`; undefined when masked. */
	phoneInternational: string | undefined;
	/** Whether some digits are asterisks, as in listings. */
	masked: boolean;
	/** The gateway's note about the block, in Hebrew; only in pushes. */
	message: string | undefined;
	/** ISO 8601 with Israel's offset. */
	date: string | undefined;
}

/**
 * Reads a blocked number, pushed or listed. A listing masks the number, so its `eventId` cannot equal that of the push:
 * see `listedPhones`.
 *
 * Source: specification, "Blocklist entry", "Blocklist addition" feed.
 */
export function readBlocklistEntry(record: Readonly<Record<string, unknown>>): BlocklistEntry {
	const fields = readFields(record);
	// The push names the blocked number dest, the listing phone.
	const phone = fields.get('dest') ?? fields.get('phone');
	const date = fields.get('date');
	return {
		eventId: eventId('blocklistAddition', phoneKey(phone), [minuteOf(date)], fields),
		phone: shownPhone(phone),
		phoneInternational: phone && toInternational(phone),
		masked: phone?.includes('*') ?? false,
		message: fields.get('message'),
		date: date && fromGatewayDate(date),
	};
}

/**
 * How a listing may write the number of a push, to recognise it there; nothing for an entry that is masked itself. Two
 * people who are blocked within one minute and whose visible digits agree cannot be told apart.
 */
export const listedPhones = ({ phone, phoneInternational }: BlocklistEntry): string[] =>
	phone === undefined || phoneInternational === undefined
		? []
		: maskedForms(phone, phoneInternational);
