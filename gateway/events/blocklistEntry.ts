import { readDate } from '../values/dates';
import { eventId, minuteOf } from './eventId';
import type { RawRecord } from '../replies/records';
import { otherFields, readRecord } from '../replies/records';
import { phoneForms } from '../phones/phone';

/**
 * Reads a blocked number, pushed or listed. A listing masks the number, so its `eventId` differs from the push.
 * Source: specification, "Blocklist entry", "Blocklist addition" feed.
 */
export function readBlocklistEntry(record: RawRecord) {
	// A push names the blocked number `dest`, a listing `phone`.
	const read = readRecord(record);
	const { texts: fields } = read;
	const name = fields.has('dest') ? 'dest' : 'phone';
	const other = otherFields(read, [name, 'message', 'date']);
	const phone = phoneForms(fields.get(name));
	const date = readDate(fields.get('date'));
	return {
		phone: phone.shown,
		date,
		/** The gateway's note about the block, in Hebrew; only in pushes. */
		message: fields.get('message'),
		phoneInternational: phone.international,
		/** Whether some digits are asterisks, as in listings. */
		masked: phone.shown?.includes('*') ?? false,
		...(other && { other }),
		eventId: eventId('blocklistAddition', phone.key, [minuteOf(date)], record, other),
	};
}
