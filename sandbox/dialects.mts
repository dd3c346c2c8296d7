import { internationalPhone } from './phone.mts';
import type { ReplyValue } from './wire/tree.mts';
import type { Reply } from './wire/writeReply.mts';
import { writeXml } from './wire/xml.mts';

type Fields = Readonly<Record<string, ReplyValue>>;
type PushFields = Readonly<Record<string, string>>;

/** The service's feeds (specification, Events). */
export const FEEDS = ['delivery', 'incoming', 'blocklist'] as const;
export type Feed = (typeof FEEDS)[number];

export interface PushWire {
	method: 'POST' | 'GET';
	contentType: string;
	/** For GET, the query. */
	body: string;
}

/**
 * A possible way to write what the specification does not show. Whatever a dialect leaves out is as in `documented`. All
 * dialects share requests, refusals and replies to sends.
 */
export interface Dialect {
	what: string;
	record?: (fields: Fields) => Fields;
	/** How to write a list of records; default: a field with the list's name. */
	list?: (name: string, records: readonly ReplyValue[]) => Fields;
	reply?: (root: string, reply: Reply) => Fields;
	/** The date format of events in listings. */
	listDates?: 'second';
	/** The status for an unverified sender; default 515. */
	notVerified?: 512;
	/** Characters that one credit pays for; default: a segment. */
	charactersPerCredit?: number;
	push?: (fields: PushFields, feed: Feed) => PushWire;
}

const form = (fields: PushFields): PushWire => ({
	method: 'POST',
	contentType: 'application/x-www-form-urlencoded',
	body: new URLSearchParams(fields).toString(),
});

const withIsoDates = <F extends Fields>(fields: F): F =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			typeof value === 'string'
				? value.replace(/^(\d\d)\/(\d\d)\/(\d\d) (\d\d:\d\d)(:\d\d)?$/, '20$3-$2-$1 $4$5')
				: value,
		]),
	) as F;

export const DIALECTS = {
	documented: { what: 'as the specification shows it, and guesses where it shows nothing' },
	wrapped: {
		what: 'listings wrapped twice, pushes as JSON in a list in a wrapper',
		reply: (root, reply) => ({ response: { [root]: reply } }),
		push: (fields, feed) => ({
			method: 'POST',
			contentType: 'application/json',
			body: JSON.stringify({ feed, data: [fields] }),
		}),
	},
	single: {
		what: 'a list of one is the one, an empty list is not there',
		list: (name, records) =>
			records.length === 0 ? {} : { [name]: records.length === 1 ? records[0] : records },
	},
	dates: {
		what: 'dates with the year first',
		record: withIsoDates,
		push: (fields) => form(withIsoDates(fields)),
	},
	seconds: { what: 'dates of listings with seconds, as pushes have them', listDates: 'second' },
	getPushes: {
		what: 'pushes by GET',
		push: (fields) => ({ ...form(fields), method: 'GET' }),
	},
	xmlPushes: {
		what: 'pushes as XML',
		push: (fields) => ({
			method: 'POST',
			contentType: 'text/xml',
			body: `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml('push', fields)}`,
		}),
	},
	met: {
		what: 'as others have met it: 512 for a sender that is not verified, senders with 972, a credit for 201 characters',
		record: (fields) =>
			'assigned_date' in fields && typeof fields.phone === 'string'
				? { ...fields, phone: internationalPhone(fields.phone) }
				: fields,
		notVerified: 512,
		charactersPerCredit: 201,
	},
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** @throws if no dialect has this name */
export function dialectNamed(name = 'documented'): Dialect {
	if (Object.hasOwn(DIALECTS, name)) return DIALECTS[name as DialectName];
	throw new Error(
		`There is no dialect "${name}"; use one of: ${Object.keys(DIALECTS).join(', ')}.`,
	);
}

/** Roots that list records. The specification shows their form in one encoding, or in none. */
const LISTINGS: ReadonlySet<string> = new Set([
	'dlr',
	'dlrByDate',
	'incoming',
	'blacklist',
	'getCL',
	'getCLbyID',
	'getVerifiedPhones',
	'get_birthday_campaigns',
	'getBlanceSubs',
]);

const isFields = (value: ReplyValue): value is Fields =>
	typeof value === 'object' && !Array.isArray(value);

function spokenFields(fields: Fields, dialect: Dialect): Fields {
	const { record = (same: Fields) => same, list = (name, records) => ({ [name]: records }) } =
		dialect;
	const parts = Object.entries(fields).map(([name, value]): Fields => {
		if (Array.isArray(value)) {
			const records = (value as ReplyValue[]).map((one) => (isFields(one) ? record(one) : one));
			return list(name, records);
		}
		return { [name]: isFields(value) ? record(spokenFields(value, dialect)) : value };
	});
	return Object.assign({}, ...parts) as Fields;
}

export function speak(root: string, reply: Reply, dialect: Dialect): Reply {
	if (!LISTINGS.has(root)) return reply;
	const spoken = spokenFields(reply, dialect);
	return (dialect.reply?.(root, spoken as Reply) ?? spoken) as Reply;
}

export const speakPush = (fields: PushFields, feed: Feed, dialect: Dialect): PushWire =>
	dialect.push?.(fields, feed) ?? form(fields);
