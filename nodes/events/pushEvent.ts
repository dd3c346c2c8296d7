import type { IDataObject } from 'n8n-workflow';

import { eventId, fingerprintAll, minuteOf } from '../../gateway/eventId';
import { identity, secondsOf } from '../../gateway/eventIdentity';
import type { Fields } from '../../gateway/fields';
import { DATE_NAMES, isEvidentRecord, readFields, readRecord } from '../../gateway/fields';
import { split } from '../../gateway/lists';
import { withWrittenOut } from '../../gateway/pushBody';
import { findRecords, holdsTrees } from '../../gateway/records';
import type { ReplyTree } from '../../gateway/tree';
import { FEEDS } from './feeds';
import type { Feed, FeedEvent } from './feeds/feed';

/** An event, named by its feed; `unknown` when it is of none. */
export interface PushEvent extends FeedEvent {
	event: string;
}

export const UNKNOWN = 'unknown';

type Raw = Readonly<Record<string, unknown>>;

const WHAT_TO_DO =
	'This push has none of the fields the service documents. What it holds is under "raw": use it from there, e.g. {{ $json.raw }}. If the service sent it, please report its field names at https://github.com/n8n-nodes-textme/n8n-nodes-textme/issues, so that the next version knows it. If not, set Allowed Source Addresses under Protection.';

export const feedNamed = (name: string): Feed | undefined =>
	FEEDS.find(({ value }) => value === name);

/** An event as its feed reads it. */
export const readEvent = (feed: Feed, record: Raw): PushEvent => ({
	event: feed.value,
	...feed.read(record),
});

// Assumption: pushFeeds
function recognise(fields: Fields): Feed | undefined {
	const found = FEEDS.map((feed) => ({ feed, how: feed.recognises(fields) }));
	const best = found.find(({ how }) => how === 'surely') ?? found.find(({ how }) => how);
	return best?.feed;
}

/**
 * Reads a push of any feed. Unknown, missing, repeated and misspelt fields are tolerated: what cannot be recognised is
 * `unknown` and keeps its fields. Source: specification, "Events".
 */
export function readPush(form: Raw): PushEvent {
	const fields = readFields(form);
	const feed = recognise(fields);
	return feed ? readEvent(feed, form) : unknownPush(form, fields);
}

const unknownPush = (form: Raw, fields: Fields) => ({
	event: UNKNOWN,
	eventId: eventId(UNKNOWN, undefined, [], form),
	fields: Object.fromEntries(fields),
	warning: WHAT_TO_DO,
});

/**
 * The events of a push: the push itself, or what is wrapped in it. What stands around that comes with each of them. A push
 * in which nothing is recognised is one unknown event with everything in it.
 */
export function readPushes(form: ReplyTree): Array<{ event: PushEvent; raw: IDataObject }> {
	const read = (raw: ReplyTree) => ({ event: readPush(raw), raw: raw as IDataObject });
	const [wrapped, own] = split(Object.entries(withWrittenOut(form)), ([, value]) =>
		holdsTrees(value),
	);
	const { records, envelope } = findRecords(Object.fromEntries(wrapped), 'events');
	const isKnown = records.some((record) => recognise(readFields(record)) !== undefined);
	if (!isKnown || isEvidentRecord(Object.fromEntries(own))) return [read(form)];
	const beside = { ...Object.fromEntries(own), ...envelope };
	const isBare = Object.keys(beside).length === 0;
	return records.map((record) => read(isBare ? record : { ...record, envelope: beside }));
}

/** Whether a request nobody recognises may be a push all the same, and not somebody who tries the address out. */
export const mayBePush = (raw: Raw): boolean =>
	isEvidentRecord(raw) || Object.values(raw).some((value) => /\d:\d\d/.test(String(value)));

const dateIn = (raw: Raw) => readRecord(raw, { date: DATE_NAMES }).get('date');

function formsOf(event: PushEvent, date: string | undefined): string[][] {
	// A date may be among the fields that are not known, and tell two events apart.
	if (date === undefined && event.other !== undefined) return [];
	return feedNamed(event.event)?.identity(event, minuteOf(date) ?? '') ?? [];
}

/**
 * What tells an event from every other, as exactly as it came: pushes carry seconds, some records no phone. `eventId`, which
 * people see, is the same for a push and for the record of the same event; this is for telling two events apart.
 * @param raw the fields as they came
 */
export function exactIdentity(event: PushEvent, raw: Raw): string {
	if (event.event === UNKNOWN) return identity([event.eventId]);
	const date = dateIn(raw);
	const [form] = formsOf(event, date);
	return form === undefined
		? identity([event.event, fingerprintAll(raw)])
		: identity([event.event, ...form, secondsOf(date)]);
}

/** The identities that records of a pushed event may have, which come without its seconds, its phone or some digits. */
export const identitiesOfRecords = (event: PushEvent, raw: Raw): string[] =>
	formsOf(event, dateIn(raw)).map((form) => identity([event.event, ...form, undefined]));
