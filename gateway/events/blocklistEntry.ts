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
 * `listedIds`.
 * Source: specification, "Blocklist entry", "Blocklist addition" feed.
 */
export function readBlocklistEntry(record: Readonly<Record<string, unknown>>): BlocklistEntry {
	// A push names the blocked number `dest`, a listing `phone`.
	const name = readFields(record).has('dest') ? 'dest' : 'phone';
	const fields = readRecord(record, [name, 'message', 'date']);
	const phone = phoneForms(fields.get(name));
	const date = readDate(fields.get('date'));
	return {
		eventId: idOf(phone.key, date, record),
		phone: phone.shown,
		phoneInternational: phone.international,
		masked: phone.shown?.includes('*') ?? false,
		message: fields.get('message'),
		date,
		...(fields.other && { other: fields.other }),
	};
}

const idOf = (phone: string | undefined, date: string | undefined, record = {}) =>
	eventId('blocklistAddition', phone, [minuteOf(date)], record);

/** How many digits a listing may show at the end. */
const TAILS = [2, 3, 4];

/** @param heads how many digits a listing may show at the start */
const masked = (digits: string, heads: number[]): string[] =>
	heads.flatMap((head) =>
		TAILS.map(
			(tail) =>
				digits.slice(0, head) +
				'*'.repeat(Math.max(0, digits.length - head - tail)) +
				digits.slice(digits.length - tail),
		),
	);

// Assumption: maskedPhones
/**
 * The event IDs that a pushed entry may have in a listing, where its number is masked. A masked entry has none.
 * The specification does not say which digits become asterisks: these are the usual forms. Two people who share the visible
 * digits and are blocked in the same minute get the same ID.
 * Source: specification, "Blocklist entry".
 */
export const listedIds = ({ phone, phoneInternational, date }: BlocklistEntry): string[] =>
	phone === undefined || phoneInternational === undefined
		? []
		: [
				...masked(phone, [0, 2, 3, 4]),
				...masked(phoneInternational.replace('+', ''), [3, 5, 6]),
			].map((listed) => idOf(listed, date));
