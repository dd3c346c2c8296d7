import { listedPhones } from './blocklistEntry';
import { fingerprint, fingerprintAll, minuteOf, phoneKey } from './eventId';
import type { Fields } from './fields';
import { readFields } from './fields';
import type { PushEvent } from './pushForm';

/** Characters of every identity: 53 bits, so that of 100,000 events two have the same one in a million campaigns. */
export const IDENTITY_CHARACTERS = 11;

const identity = (parts: ReadonlyArray<string | number | undefined>): string =>
	fingerprint(JSON.stringify(parts.map((part) => part ?? ''))).padStart(IDENTITY_CHARACTERS, '0');

/** The seconds of a date as it came, `dd/mm/yy hh:mm:ss`; undefined when it has none. */
const secondsOf = (date: string | undefined) => /\d:\d\d:(\d\d)/.exec(date ?? '')?.[1];

type Known = Exclude<PushEvent, { event: 'unknown' }>;

/**
 * Who and what an event is about, and below it the same as records write it that leave something out; empty when it does
 * not say. Source: specification, "Feeds", "dlr", "Blocklist entry".
 */
function partsOf(event: Known, minute = ''): string[][] {
	switch (event.event) {
		case 'deliveryReport': {
			const { externalId = '', shipmentId = '', phone, status = '' } = event;
			const own = [externalId, shipmentId, String(status), minute];
			const withPhone = phone === undefined ? [] : [[...own, phoneKey(phone) ?? '']];
			return externalId === '' ? withPhone : [...withPhone, [...own, '']];
		}
		case 'incomingMessage': {
			const { phone, dest, message } = event;
			const said = message.trim().replace(/\s+/g, ' ');
			if (phone === undefined || said === '') return [];
			return [[phoneKey(phone) ?? '', phoneKey(dest) ?? '', said, minute]];
		}
		case 'blocklistAddition': {
			if (event.phone === undefined) return [];
			const shown = [phoneKey(event.phone) ?? '', ...listedPhones(event)];
			return shown.map((phone) => [phone, minute]);
		}
	}
}

const formsOf = (event: PushEvent, fields: Fields): string[][] =>
	event.event === 'unknown' ? [] : partsOf(event, minuteOf(fields.get('date')));

/**
 * What tells an event from every other, as exactly as it came: pushes carry seconds, some records no phone. `eventId`, which
 * people see, is the same for a push and for the record of the same event; this is for telling two events apart.
 * @param raw the fields as they came
 */
export function exactIdentity(event: PushEvent, raw: Readonly<Record<string, unknown>>): string {
	if (event.event === 'unknown') return identity([event.eventId]);
	const fields = readFields(raw);
	const [form] = formsOf(event, fields);
	return form === undefined
		? identity([event.event, fingerprintAll(fields)])
		: identity([event.event, ...form, secondsOf(fields.get('date'))]);
}

/** The identities that records of a pushed event may have, which come without its seconds, its phone or some digits. */
export const identitiesOfRecords = (
	event: PushEvent,
	raw: Readonly<Record<string, unknown>>,
): string[] =>
	formsOf(event, readFields(raw)).map((form) => identity([event.event, ...form, undefined]));

/** The identity of the second, third … of several events that nothing tells apart. */
export const nthIdentity = (exact: string, n: number): string =>
	n === 1 ? exact : identity([exact, n]);

/** The identity among the events of several accounts. */
export const ofAccount = (exact: string, account: string): string => identity([account, exact]);
