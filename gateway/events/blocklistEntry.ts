import { readDate } from '../values/dates';
import { eventId, minuteOf } from './eventId';
import type { EventRecord } from '../replies/readFields';
import { readFields, readRecord } from '../replies/readFields';
import { phoneForms } from '../phones/phone';

export interface BlocklistEntry extends EventRecord {
	/** Whether some digits are asterisks, as in listings. */
	masked: boolean;
	/** The gateway's note about the block, in Hebrew; only in pushes. */
	message: string | undefined;
}

/**
 * Reads a blocked number, pushed or listed. A listing masks the number, so its `eventId` differs from the push: see
 * `listedId`.
 * Source: specification, "Blocklist entry", "Blocklist addition" feed.
 */
export function readBlocklistEntry(record: Readonly<Record<string, unknown>>): BlocklistEntry {
	// A push names the blocked number `dest`, a listing `phone`.
	const name = readFields(record).has('dest') ? 'dest' : 'phone';
	const fields = readRecord(record, [name, 'message', 'date']);
	const phone = phoneForms(fields.get(name));
	const date = readDate(fields.get('date'));
	return {
		eventId: eventId('blocklistAddition', phone.key, [minuteOf(date)], record),
		phone: phone.shown,
		phoneInternational: phone.international,
		masked: phone.shown?.includes('*') ?? false,
		message: fields.get('message'),
		date,
		...(fields.other && { other: fields.other }),
	};
}

// Assumption: maskedPhones
/**
 * What a pushed entry shares with its record in a listing, which shows only some digits of its number: the minute, and the last
 * two digits. Two people may share both. Undefined without a number or a date.
 * Source: specification, "Blocklist entry".
 */
export const listedId = ({ phone, date }: BlocklistEntry): string | undefined =>
	phone && date && eventId('blocklistAddition', `*${phone.slice(-2)}`, [minuteOf(date)], {});
