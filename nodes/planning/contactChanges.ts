import type { ListedContact } from '../../gateway/contacts';
import { phoneKey } from '../../gateway/phone';

/** A contact of a list, or one that an earlier, failed change has left off it. */
export interface KnownContact extends ListedContact {
	isOff?: true;
}

export interface WantedContact extends ListedContact {
	/** Fields whose expressions find nothing, for example because a column was renamed. */
	missing?: readonly string[];
}

export interface ChangedContact {
	phone: string;
	before: ListedContact['fields'];
	after: ListedContact['fields'];
	isOff?: true;
}

/** The changes that turn a list into the wanted one. */
export interface ContactChanges {
	added: ListedContact[];
	changed: ChangedContact[];
	removed: ListedContact[];
	/** Contacts that stay as they are. */
	unchanged: number;
	/** Numbers that are wanted more than once. The first contact counts. */
	repeated: string[];
}

/** The fields that changing contacts would lose, because they cannot be written back. */
export function fieldsToLose(
	listed: readonly ListedContact[],
	{ changed }: ContactChanges,
): string[] {
	const phones = new Set(changed.map(({ phone }) => phone));
	return [
		...new Set(listed.flatMap(({ phone, unknown = [] }) => (phones.has(phone) ? unknown : []))),
	];
}

/** The fields that listed contacts have but whose wanted values are missing, and how many contacts have such fields. */
export function missingValues(
	listed: readonly ListedContact[],
	wanted: readonly WantedContact[],
): { fields: string[]; contacts: number } {
	const stored = new Map(listed.map(({ phone, fields }) => [phoneKey(phone), fields]));
	const found = wanted.map(({ phone, missing = [] }) =>
		missing.filter((name) => stored.get(phoneKey(phone))?.[name]),
	);
	return {
		fields: [...new Set(found.flat())].sort(),
		contacts: found.filter(({ length }) => length > 0).length,
	};
}

/**
 * The contacts of a list together with those that an earlier, failed change has left off it: they count as listed with their
 * old fields.
 */
export function withLeftOff(
	listed: readonly ListedContact[],
	leftOff: readonly ListedContact[],
): KnownContact[] {
	const phones = new Set(listed.map(({ phone }) => phoneKey(phone)));
	const off = leftOff.filter(({ phone }) => !phones.has(phoneKey(phone)));
	return [...listed, ...off.map((contact): KnownContact => ({ ...contact, isOff: true }))];
}

/**
 * Compares a list with the wanted contacts. A wanted field that is empty removes the field; a field that a wanted contact
 * does not mention stays.
 */
export function contactChanges(
	listed: readonly KnownContact[],
	wanted: readonly ListedContact[],
): ContactChanges {
	const left = new Map(listed.map((contact) => [phoneKey(contact.phone), contact]));
	const seen = new Set<string | undefined>();
	const changes: Omit<ContactChanges, 'removed'> = {
		added: [],
		changed: [],
		unchanged: 0,
		repeated: [],
	};
	for (const { phone, fields } of wanted) {
		const key = phoneKey(phone);
		const contact = left.get(key);
		left.delete(key);
		if (seen.has(key)) changes.repeated.push(phone);
		else if (!contact) changes.added.push({ phone, fields: filled(fields) });
		else if (!contact.isOff && sameFields(fields, contact.fields)) changes.unchanged++;
		else {
			const after = filled({ ...contact.fields, ...fields });
			const { isOff } = contact;
			changes.changed.push({
				phone: contact.phone,
				before: contact.fields,
				after,
				...(isOff && { isOff }),
			});
		}
		seen.add(key);
	}
	return { ...changes, removed: [...left.values()].filter(({ isOff }) => !isOff) };
}

const sameFields = (wanted: ListedContact['fields'], listed: ListedContact['fields']) =>
	Object.entries(wanted).every(([name, text]) => text.trim() === (listed[name] ?? ''));

const filled = (fields: ListedContact['fields']) =>
	Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''));
