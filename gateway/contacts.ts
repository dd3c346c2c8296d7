import { InputError } from './checks';
import type { Places } from './fields';
import { readRecord } from './fields';
import { DYNAMIC_FIELDS } from './limits';
import { phoneKey, toNational } from './phone';
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
	/** Names of filled fields that cannot be written. They are lost when the contact is removed and added again. */
	unknown?: readonly string[];
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

/** Names of fields that the service itself fills in: ids, positions, states, names of lists and times of writing. */
const KEPT_BY_THE_SERVICE =
	/^(\$?(id|uid|key|index|position|status|state|active|list|listid|clid|cl|listname|clname)|(created|updated|added|modified|inserted).*|.*[_-]id)$/i;
/** A date with a time of day says when something was written. A birthday has no time. */
const WITH_TIME = /\d[T ]\d{1,2}:\d\d/;

const unknownFields = (other: Readonly<Record<string, unknown>> = {}) =>
	Object.entries(other).flatMap(([name, value]) =>
		KEPT_BY_THE_SERVICE.test(name) || WITH_TIME.test(String(value)) ? [] : [name],
	);

/**
 * The contacts of a list, each number once. The form of the records is not documented (specification, Contact list and
 * contact).
 * @throws InputError for records without numbers or with hidden digits, since such a list cannot be compared
 */
export function readContacts(tree: ReplyTree, list: string): ListedContact[] {
	const { records } = findRecords(tree, 'events');
	const contacts = new Map<string | undefined, ListedContact>();
	for (const record of records) {
		const { get, other } = readRecord(record, PLACES);
		const phone = get('phone');
		if (phone === undefined) continue;
		if (phone.includes('*')) throw incomparable(list, 'with hidden digits');
		const key = phoneKey(phone);
		if (contacts.has(key)) continue;
		const fields = FIELD_NAMES.flatMap((name) => {
			const text = get(name)?.trim();
			return text ? [[name, text] as const] : [];
		});
		const unknown = unknownFields(other);
		contacts.set(key, {
			phone: toNational(phone) ?? phone,
			fields: Object.fromEntries(fields),
			...(unknown.length > 0 && { unknown }),
		});
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
