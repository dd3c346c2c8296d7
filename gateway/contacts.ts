import { InputError } from './checks';
import { phoneKey } from './eventId';
import type { Places } from './fields';
import { readRecord } from './fields';
import { DYNAMIC_FIELDS } from './limits';
import { shownPhone } from './phone';
import { findRecords } from './records';
import type { ReplyTree } from './tree';

/** Names of the fields of a contact (specification, Contact list and contact). */
export const FIELD_NAMES: readonly string[] = Array.from(
	{ length: DYNAMIC_FIELDS },
	(_, index) => `df${index + 1}`,
);

export interface ListedContact {
	/** `0501234567`, or as it came when it is not Israeli. */
	phone: string;
	/** The fields that are filled in, under `df1` to `df6`. */
	fields: Readonly<Record<string, string>>;
}

// Assumption: contactRecords
const PLACES: Places = {
	phone: [
		...['number', 'phonenumber', 'msisdn', 'mobile', 'destination', 'dest', 'contact'],
		...['recipient', 'subscriber', 'value', '_'],
	],
	...Object.fromEntries(
		FIELD_NAMES.map((name, index) => [
			name,
			['dynamicfield', 'dynamic', 'field'].map((other) => `${other}${index + 1}`),
		]),
	),
};

/**
 * The contacts of a list, each number once. The form of the records is not documented (specification, Contact list and
 * contact).
 * @throws InputError for records without numbers or with hidden digits, since such a list cannot be compared
 */
export function readContacts(tree: ReplyTree, list: string): ListedContact[] {
	const { records } = findRecords(tree, 'events');
	const contacts = new Map<string | undefined, ListedContact>();
	for (const record of records) {
		const { get } = readRecord(record, PLACES);
		const phone = get('phone');
		if (phone === undefined) continue;
		if (phone.includes('*')) throw incomparable(list, 'with hidden digits');
		const key = phoneKey(phone);
		if (contacts.has(key)) continue;
		const fields = FIELD_NAMES.flatMap((name) => {
			const text = get(name)?.trim();
			return text ? [[name, text] as const] : [];
		});
		contacts.set(key, { phone: shownPhone(phone) ?? phone, fields: Object.fromEntries(fields) });
	}
	if (records.length > 0 && contacts.size === 0) {
		const names = Object.keys(records[0] ?? {}).join(', ');
		throw incomparable(list, `without phone numbers (its records have ${names})`);
	}
	return [...contacts.values()];
}

const incomparable = (list: string, shown: string) =>
	new InputError(
		`Contact list ${list} cannot be compared with the input, because the service shows it ${shown}`,
	);
