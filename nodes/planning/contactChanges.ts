import { InputError, quoted } from '../../gateway/checks';
import type { ListedContact } from '../../gateway/contacts';
import { phoneKey } from '../../gateway/eventId';

export interface ChangedContact {
	phone: string;
	before: ListedContact['fields'];
	after: ListedContact['fields'];
}

/** The changes that turn a list into the wanted one. */
export interface ContactChanges {
	added: ListedContact[];
	changed: ChangedContact[];
	removed: ListedContact[];
	/** Contacts that stay as they are. */
	unchanged: number;
	/** Numbers that come more than once among the wanted contacts. The first one counts. */
	repeated: string[];
}

/**
 * Compares a list with the wanted contacts. A wanted field that is empty removes the field; a field that a wanted contact
 * does not mention stays.
 */
export function contactChanges(
	listed: readonly ListedContact[],
	wanted: readonly ListedContact[],
): ContactChanges {
	const left = new Map(listed.map((contact) => [phoneKey(contact.phone), contact]));
	const seen = new Set<string | undefined>();
	const changes: ContactChanges = {
		added: [],
		changed: [],
		removed: [],
		unchanged: 0,
		repeated: [],
	};
	for (const { phone, fields } of wanted) {
		const key = phoneKey(phone);
		const contact = left.get(key);
		left.delete(key);
		if (seen.has(key)) changes.repeated.push(phone);
		else if (!contact) changes.added.push({ phone, fields: filled(fields) });
		else if (sameFields(fields, contact.fields)) changes.unchanged++;
		else {
			const after = filled({ ...contact.fields, ...fields });
			changes.changed.push({ phone: contact.phone, before: contact.fields, after });
		}
		seen.add(key);
	}
	changes.removed.push(...left.values());
	return changes;
}

const sameFields = (wanted: ListedContact['fields'], listed: ListedContact['fields']) =>
	Object.entries(wanted).every(([name, text]) => text.trim() === (listed[name] ?? ''));

const filled = (fields: ListedContact['fields']) =>
	Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''));

/** The most contacts that may be removed from a list: a share in percent, or a number. */
export type RemovalLimit = { percent: number } | { contacts: number };

const PERCENT = /^(\d{1,3}(?:\.\d{1,4})?) ?%$/;
const NUMBER = /^\d{1,9}$/;

/**
 * Reads a limit such as `25%` (up to 100%) or `500`.
 * @throws InputError
 */
export function removalLimit(value: unknown): RemovalLimit {
	const text = String(value).trim();
	const percent = Number(PERCENT.exec(text)?.[1] ?? NaN);
	if (percent <= 100) return { percent };
	if (NUMBER.test(text)) return { contacts: Number(text) };
	throw new InputError(
		`is ${quoted(text)}; enter a share of the list, e.g. 25%, or a number of contacts`,
	);
}

/** The most contacts that may be removed from a list of `contacts`. A share is rounded down, but to at least 1 above 0%. */
export function mostRemovals(limit: RemovalLimit, contacts: number): number {
	if ('contacts' in limit) return limit.contacts;
	return limit.percent === 0 ? 0 : Math.max(1, Math.floor((contacts * limit.percent) / 100));
}
