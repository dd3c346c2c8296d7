import { readDate } from './dates';
import { eventId, minuteOf } from './eventId';
import type { EventRecord, Places } from './fields';
import { DATE_NAMES, leftOver, readRecord } from './fields';
import { maskedForms } from './maskedPhone';
import { phoneKey, shownPhone, toInternational } from './phone';

export interface BlocklistEntry extends EventRecord {
	/** Whether some digits are asterisks, as in listings. */
	masked: boolean;
	/** The gateway's note about the block, in Hebrew; only in pushes. */
	message: string | undefined;
}

// Assumption: otherNames
const PLACES: Places = {
	// The push names the blocked number dest, the listing phone.
	dest: ['phone', 'number', 'msisdn', 'mobile', 'phonenumber', 'subscriber', 'recipient', '_'],
	message: ['note', 'reason', 'text'],
	date: DATE_NAMES,
};

const NEEDED = { phone: ['dest'] };

/**
 * Reads a blocked number, pushed or listed. A listing masks the number, so its `eventId` cannot equal that of the push:
 * see `listedPhones`.
 *
 * Source: specification, "Blocklist entry", "Blocklist addition" feed.
 */
export function readBlocklistEntry(record: Readonly<Record<string, unknown>>): BlocklistEntry {
	const fields = readRecord(record, PLACES);
	const phone = fields.get('dest');
	const date = fields.get('date');
	return {
		eventId: eventId('blocklistAddition', phoneKey(phone), [minuteOf(date)], record),
		phone: shownPhone(phone),
		phoneInternational: phone && toInternational(phone),
		masked: phone?.includes('*') ?? false,
		message: fields.get('message'),
		date: readDate(date),
		...leftOver(fields, NEEDED),
	};
}

/**
 * The masked forms by which the number of a push can be recognised in a listing; none for an entry that is masked itself.
 * Two people who are blocked within one minute and share the visible digits cannot be told apart.
 */
export const listedPhones = ({ phone, phoneInternational }: BlocklistEntry): string[] =>
	phone === undefined || phoneInternational === undefined
		? []
		: maskedForms(phone, phoneInternational);
