import { readDate } from '../values/dates';
import { eventId, minuteOf } from './eventId';
import type { RawRecord } from '../replies/records';
import { readFields, readRecord } from '../replies/records';
import { phoneForms } from '../phones/phone';

/**
 * Reads a blocked number, pushed or listed. A listing masks the number, so its `eventId` differs from the push: see
 * `listedIds`.
 * Source: specification, "Blocklist entry", "Blocklist addition" feed.
 */
export function readBlocklistEntry(record: RawRecord) {
	// A push names the blocked number `dest`, a listing `phone`.
	const name = readFields(record).has('dest') ? 'dest' : 'phone';
	const fields = readRecord(record, [name, 'message', 'date']);
	const phone = phoneForms(fields.get(name));
	const date = readDate(fields.get('date'));
	return {
		eventId: eventId('blocklistAddition', phone.key, [minuteOf(date)], record, fields.other),
		phone: phone.shown,
		phoneInternational: phone.international,
		/** Whether some digits are asterisks, as in listings. */
		masked: phone.shown?.includes('*') ?? false,
		/** The gateway's note about the block, in Hebrew; only in pushes. */
		message: fields.get('message'),
		date,
		...(fields.other && { other: fields.other }),
	};
}

const TAILS = [4, 3, 2];

// Assumption: maskedPhones
/**
 * What a pushed entry may share with its record in a listing, which shows only some digits of its number: the minute, and the
 * last digits, most first. None without a number or a date. Two people who share them get the same ID.
 * Source: specification, "Blocklist entry".
 */
export function listedIds({
	phone,
	date,
}: {
	phone?: string | undefined;
	date?: string | undefined;
}): string[] {
	if (phone === undefined || date === undefined) return [];
	const tails = TAILS.map((digits) => phone.slice(-digits)).filter((tail) => !tail.includes('*'));
	return tails.map((tail) => eventId('blocklistAddition', `*${tail}`, [minuteOf(date)], {}));
}
