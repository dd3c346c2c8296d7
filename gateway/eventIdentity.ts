import { listedPhones } from './blocklistEntry';
import { fingerprint, fingerprintAll, minuteOf, phoneKey } from './eventId';
import { readFields } from './fields';
import type { PushEvent } from './pushForm';

export interface EventIdentity {
	/** Tells the event from every other, as exactly as it came: pushes carry seconds, some reports no phone. */
	exact: string;
	/** What a record of the same event has as its `exact` that comes with less: without seconds, phone, or digits. */
	lessExact: string[];
}

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

/**
 * What tells an event from every other, whichever way it came. `eventId`, which people see, is the same for a push and for
 * the record of the same event; this is for telling two events apart.
 * @param raw the fields as they came
 */
export function eventIdentity(
	event: PushEvent,
	raw: Readonly<Record<string, unknown>>,
): EventIdentity {
	if (event.event === 'unknown') return { exact: identity([event.eventId]), lessExact: [] };
	const fields = readFields(raw);
	const date = fields.get('date');
	const forms = partsOf(event, minuteOf(date));
	if (forms[0] === undefined) {
		return { exact: identity([event.event, fingerprintAll(fields)]), lessExact: [] };
	}
	const exact = identity([event.event, ...forms[0], secondsOf(date)]);
	const lessExact = forms.map((form) => identity([event.event, ...form, undefined]));
	return { exact, lessExact: lessExact.filter((less) => less !== exact) };
}

/** The identity of the second, third … of several events that nothing tells apart. */
export const nthIdentity = (exact: string, n: number): string =>
	n === 1 ? exact : identity([exact, n]);

/** The identity among the events of several accounts. */
export const ofAccount = (exact: string, account: string): string => identity([account, exact]);
