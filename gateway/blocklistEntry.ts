import { readDate } from './dates';
import { eventId, minuteOf } from './eventId';
import type { EventRecord, Places } from './fields';
import { DATE_NAMES, leftOver, readRecord } from './fields';
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

/** How many digits stay visible at the end. */
const TAILS = [2, 3, 4];

/** @param heads how many digits stay visible at the start */
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
 * The masked forms by which the number of a push can be recognised in a listing; none for an entry that is masked itself.
 * Two people who are blocked within one minute and share the visible digits cannot be told apart. The specification says that
 * asterisks replace digits, not which digits: these are the usual forms.
 *
 * Source: specification, "Blocklist entry".
 */
export const listedPhones = ({ phone, phoneInternational }: BlocklistEntry): string[] =>
	phone === undefined || phoneInternational === undefined
		? []
		: [...masked(phone, [0, 2, 3, 4]), ...masked(phoneInternational.replace('+', ''), [3, 5, 6])];
