import type { IDataObject } from 'n8n-workflow';

import { eventId } from '../../gateway/events/eventId';
import { isOn, textsIn } from '../../gateway/values/checks';
import { instantOf } from '../../gateway/values/dates';
import {
	findRecords,
	isEvidentRecord,
	isTree,
	readRecord,
	TELLING,
	textOf,
} from '../../gateway/replies/records';
import type { RawRecord } from '../../gateway/replies/records';
import { groupBy } from '../../gateway/values/lists';
import { PUSH } from '../../gateway/values/limits';
import { MAX_DIGITS, phoneKey } from '../../gateway/phones/phone';
import type { ReplyTree } from '../../gateway/values/tree';
import { blocklistAddition, deliveryReport, FEEDS, incomingMessage } from './feeds';
import type { Feed, PushEvent } from './feeds';

const UNKNOWN = 'unknown';

/** An event, its instant if it has a readable date, and its fields as received. */
export type Received = ReturnType<typeof received>;

export const received = (event: PushEvent, raw: RawRecord) => ({
	event,
	at: instantOf(event.date),
	raw: raw as IDataObject,
});

const WHAT_IT_HOLDS =
	'What it holds is under "raw". If the service did not send it, add the option Allowed Source Addresses.';
const NO_FEED = `This push has none of the fields the service documents. ${WHAT_IT_HOLDS} If the service did, please report the field names at https://github.com/n8n-nodes-textme/n8n-nodes-textme/issues, so that the next version knows them.`;
const TOO_MUCH = `This push cannot be read, or holds more than ${PUSH.events} events, ${PUSH.values} values or ${PUSH.bytes / 1024} kB, and the service pushes events one by one. ${WHAT_IT_HOLDS}`;
const A_LIST = `This push has several phone numbers where the service sends one. ${WHAT_IT_HOLDS}`;

export const feedNamed = (name: string): Feed | undefined =>
	FEEDS.find(({ value }) => value === name);

/** An event as its feed reads it. With a list of numbers it is unknown: a forged push must not cause texts to all of them. */
export function readEvent(feed: Feed, record: RawRecord): PushEvent {
	if (hasNumbers(record)) return unknownPush(record, A_LIST);
	return { event: feed.value, ...feed.read(record) };
}

/** Whether a field holds several numbers. A second spelling of a field is the same field. */
function hasNumbers(record: RawRecord): boolean {
	const { fields, names, texts } = readRecord(record);
	const isList = [texts.get('phone'), texts.get('dest')].some((text = '') => {
		const digits = text.replace(/\P{Nd}/gu, '').length;
		// A sender's name, such as H&M, holds no number.
		return digits > MAX_DIGITS || (digits > 0 && /[,;|/&،，、\r\n]/.test(text.trim()));
	});
	if (isList) return true;
	// Nearly every record has one value under each name.
	if (fields.length === names.size && !fields.some(({ value }) => Array.isArray(value)))
		return false;
	return [...groupBy(fields, ({ name }) => name)].some(([name, spelled]) => {
		const values = spelled.flatMap(({ value }) => value);
		if (values.length < 2) return false;
		const phones = new Set(values.map((one) => phoneKey(textOf(one).trim())).filter(Boolean));
		const isOfPhones = () =>
			/^(phone|dest)$/.test(name) || values.some((one) => isEvidentRecord({ one }));
		return phones.size > 1 && isOfPhones();
	});
}

/** Words in the note about a block. A guess: the specification does not show the note. */
const BLOCKED = /נחס[םמ]|חסו[םמ]|חסימ|blocked|blocklist|blacklist|opted out|unsubscribed/i;

// Assumption: pushFeeds
/** The feed of a push, which the push does not name. Even a blank field can decide, because a sender may be withheld. */
function feedOf(form: RawRecord): Feed | undefined {
	const { texts: fields, names } = readRecord(form);
	const [hasPhone, hasDest] = [fields.has('phone'), fields.has('dest')];
	const message = fields.get('message');
	const isReport = TELLING.some((name) => fields.has(name));
	// A report has no message, but the address's query may have a field of that name.
	if (fields.has('status') && (isReport || message === undefined || !names.has('dest'))) {
		return deliveryReport;
	}
	if (hasDest) return names.has('phone') ? incomingMessage : blocklistAddition;
	// A push names the blocked number `dest`, a listing `phone`; a push might too.
	if (hasPhone && BLOCKED.test(message ?? '') && !names.has('dest')) return blocklistAddition;
	if (isReport) return deliveryReport;
	return hasPhone && message !== undefined ? incomingMessage : undefined;
}

/** Reads a push of any feed; one without a feed is `unknown` and keeps its fields. Source: specification, "Events". */
export function readPush(form: RawRecord): PushEvent {
	const feed = feedOf(form);
	if (feed) return readEvent(feed, form);
	return unknownPush(form, 'excerpt' in form ? TOO_MUCH : NO_FEED);
}

const unknownPush = (form: RawRecord, warning: string) => ({
	event: UNKNOWN,
	eventId: eventId(UNKNOWN, undefined, [], form),
	fields: Object.fromEntries(readRecord(form).texts),
	warning,
});

const OF_EVENTS = ['phone', 'dest', 'date', ...TELLING];

/** Whether a form, or one of its fields, is itself an event. Then lists in it are not further events. */
function isEvent(form: RawRecord): boolean {
	const { names } = readRecord(form);
	return (
		OF_EVENTS.some((name) => names.has(name)) ||
		isEvidentRecord(form) ||
		Object.values(form as ReplyTree).some((value) => isTree(value) && isEvent(value))
	);
}

/** The events of a push: the push itself, or the records in it, of which the first has the rest of the push. */
export function readPushes(form: ReplyTree): Received[] {
	const { records, envelope } = isEvent(form) ? { records: [] } : findRecords(form);
	if (!records.some((record) => feedOf(record))) return [received(readPush(form), form)];
	if (records.length > PUSH.events) return [received(unknownPush(form, TOO_MUCH), form)];
	const [first = {}, ...others] = records;
	return [envelope ? { ...first, envelope } : first, ...others].map((record) =>
		received(readPush(record), record),
	);
}

/** Whether a request without a feed may be a push, rather than a console's test of the address. */
export const mayBePush = (raw: RawRecord): boolean =>
	isEvidentRecord(raw) ||
	textsIn(raw).some((text) => /\d:\d\d/.test(text)) ||
	feedOf(raw) !== undefined;

/** The filter of a trigger's "Trigger On" and "Filters". */
export function readEventFilter(names: readonly string[], chosen: IDataObject) {
	const events = new Set(names);
	const filtered = FEEDS.filter(({ filters }) => filters.some(({ name }) => name in chosen));
	const filters = new Map(filtered.map((feed) => [feed.value, feed.filter?.(chosen)]));
	// If all feeds are chosen, unknown events are included, so that no push is lost.
	if (FEEDS.every(({ value }) => events.has(value)) && !isOn(chosen.knownOnly)) {
		events.add(UNKNOWN);
	}
	return (event: PushEvent) =>
		events.has(event.event) && (filters.get(event.event)?.(event) ?? true);
}

/** An event as the workflow gets it. A date or status on which other nodes would fail for all items is under `other`. */
export function outputOf({ event, at, raw }: Received, includeRaw: boolean): IDataObject {
	const { event: feed, sample, eventId: id, ...fields } = event as PushEvent & IDataObject;
	const moveAside = (name: 'date' | 'status') => {
		if (fields[name] === undefined) return;
		fields.other = { [name]: fields[name], ...fields.other };
		fields[name] = undefined;
	};
	if (at === undefined) moveAside('date');
	if (typeof fields.status !== 'number') moveAside('status');
	const hasRaw = includeRaw || feed === UNKNOWN;
	return { event: feed, ...(sample && { sample }), ...fields, ...(hasRaw && { raw }), eventId: id };
}

/** Events to build a workflow with before a real one arrives: one for each wanted feed. */
export const sampleEvents = (isWanted: (event: PushEvent) => boolean): Received[] =>
	FEEDS.flatMap((feed) => {
		const event: PushEvent = { ...readEvent(feed, feed.sample), sample: true };
		return isWanted(event) ? received(event, feed.sample) : [];
	});
