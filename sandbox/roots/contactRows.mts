import { isIsraeli, samePhone } from '../phone.mts';
import { missing, Refusal } from '../refusal.mts';
import type { Account, Contact, ContactList } from '../state.mts';
import { many, one, text, textOf } from '../wire/tree.mts';

const FIELDS = ['df1', 'df2', 'df3', 'df4', 'df5', 'df6'] as const;

export interface ContactRows {
	contacts: Contact[];
	/** Notes on rejected rows; they do not fail the call (specification, newCL). */
	errors: string[];
}

function readContact(row: unknown, phone: string): Contact {
	const fields: Record<string, string> = {};
	for (const name of FIELDS) {
		const value = text(row, name);
		if (value !== undefined) fields[name] = value;
	}
	return { phone, fields };
}

/** The phones of a list's `destinations`, as written. A row without a phone is malformed (9). */
export function requireRows(list: unknown): { written: string; row: unknown }[] {
	const rows = many(one(list, 'destinations'), 'destination');
	if (rows.length === 0) throw missing('destinations');
	return rows.map((row) => {
		const written = text(row, 'phone');
		if (written === undefined) throw new Refusal(9);
		return { written, row };
	});
}

/** The rows that can be added to a list with these phones. */
export function newContacts(list: unknown, present: Iterable<string>): ContactRows {
	const taken = new Set(present);
	const result: ContactRows = { contacts: [], errors: [] };
	for (const { written, row } of requireRows(list)) {
		const phone = samePhone(written);
		if (!isIsraeli(written)) {
			result.errors.push(`${written} is not a valid phone number and therefore not added`);
		} else if (taken.has(phone)) {
			result.errors.push(`${written} is already on the contact list and therefore not added`);
		} else {
			taken.add(phone);
			result.contacts.push(readContact(row, phone));
		}
	}
	return result;
}

export interface NamedList {
	list: ContactList;
	/** The `cl` element that named it. */
	element: unknown;
}

// Assumptions: contactListRequests, listStatuses
/**
 * The lists that a request names by `cl.id`, repeated on either level. An unknown list among others is a row error; if all are
 * unknown, the call fails with 988 (the division is a guess).
 */
export function namedLists(
	account: Account,
	elements: readonly unknown[],
): { found: NamedList[]; errors: string[] } {
	const found: NamedList[] = [];
	const errors: string[] = [];
	const named = elements.flatMap((element) =>
		many(element, 'id').map((id) => ({ id: textOf(id) ?? '', element })),
	);
	if (named.length === 0) throw missing('cl.id');
	for (const { id, element } of named) {
		const list = account.lists.get(id);
		if (list === undefined) errors.push(`contact list ${id} does not exist`);
		else found.push({ list, element });
	}
	if (found.length === 0) throw new Refusal(988);
	return { found, errors };
}

/** Leaves out empty `errors`. */
export const errorsIfAny = (errors: readonly string[]) => (errors.length === 0 ? {} : { errors });
